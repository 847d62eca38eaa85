import { setTimeout as sleep } from 'node:timers/promises';
import { InstitutionDirectory } from './institution-directory.entity';
import { INSTITUTION_MS } from './institution-rounds';
import type { UnitOfWork } from './unit-of-work';

/** The institutions are looked up again after this time at the earliest, and at the pace of `InstitutionRounds`. */
const KEPT_MS = 5_000;
/** A caller waits so long for a look: enough for hundreds of institutions. With more it gets the last answer. */
const WAIT_MS = 200;

/**
 * The institutions for which a condition holds that changes rarely, such as having an endpoint for events, for loops
 * that run every second. The answer is a few seconds old; with thousands of institutions, a few minutes.
 */
export class InstitutionsWith {
  private found: readonly number[] = [];
  private keptUntil = 0;
  private looking: Promise<void> | undefined;

  /** @param holds may be asked in a transaction of its own for each institution */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly holds: (institutionId: number) => Promise<boolean>,
  ) {}

  async list(): Promise<readonly number[]> {
    if (!this.looking && performance.now() >= this.keptUntil) {
      this.looking = this.look().finally(() => (this.looking = undefined));
      // Whoever waits reports a failure. When nobody does any more, the next look tries again.
      this.looking.catch(() => undefined);
    }
    if (this.looking) await Promise.race([this.looking, sleep(WAIT_MS, undefined, { ref: false })]);
    return this.found;
  }

  /** Looks them up at the next call; for a change of the condition that is committed. */
  forget(): void {
    this.keptUntil = 0;
  }

  private async look(): Promise<void> {
    const startedAt = performance.now();
    const institutions = await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory));
    this.keptUntil = startedAt + Math.max(KEPT_MS, institutions.length * INSTITUTION_MS);
    const found: number[] = [];
    try {
      for (const { institutionId } of institutions) if (await this.holds(institutionId)) found.push(institutionId);
    } catch (error) {
      this.forget();
      throw error;
    }
    this.found = found;
  }
}
