import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Keyring } from '../crypto/keyring';
import { InstitutionDirectory } from '../database/institution-directory.entity';
import { INSTITUTION_MS } from '../database/institution-rounds';
import { type Tx, UnitOfWork } from '../database/unit-of-work';
import { Clock } from '../time/clock';
import { IdentityNumbers } from './identity-numbers';
import { type IdentityPlace, IdentityPlaces } from './identity-places';
import { IdentitySealing } from './identity-sealing.entity';

const EVERY_MS = 60_000;
/** While keys are changed, a process that has only the previous keys may still add rows behind a pass. */
const REPEATED_AFTER_MS = 3_600_000;
/** Processes that get a new key one by one must not undo each other's work. */
const OTHER_KEY_AFTER_MS = 600_000;

const LOST_KEY = 'Identity numbers are sealed with a key that is not configured, or were altered.';

/**
 * Seals the identity numbers of existing rows, and seals and indexes them again after a rotation of the master key. It
 * works in small transactions and goes on where it, or another process, has stopped
 * (docs/api/personal-data.md#rotation).
 */
@Injectable()
export class IdentitySealer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IdentitySealer.name);
  private running: Promise<void> | undefined;
  private stopped = false;
  private nextAt = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly places: IdentityPlaces,
    private readonly identity: IdentityNumbers,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    // Not awaited, because numbers that are not sealed yet can be read.
    void this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Seals what is left to seal in every institution, at the pace of `InstitutionRounds`. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (performance.now() >= this.nextAt) await this.run();
  }

  /** Seals what is left to seal, in every institution. A call during another returns the end of that one. */
  run(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.running ??= this.sealAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async sealAll(): Promise<void> {
    try {
      const startedAt = performance.now();
      const institutions = await this.unitOfWork.routing((tx) =>
        tx.find(InstitutionDirectory, { order: { institutionId: 'ASC' } }),
      );
      this.nextAt = startedAt + institutions.length * INSTITUTION_MS;
      for (const { institutionId } of institutions) await this.sealInstitution(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Identity numbers could not be sealed; the next run goes on.');
    }
  }

  private async sealInstitution(institutionId: number): Promise<void> {
    const passes = await this.unitOfWork.read(institutionId, (tx) => tx.findBy(IdentitySealing, { institutionId }));
    const done = new Set(passes.filter((pass) => this.isDone(pass)).map(({ place }) => place));
    for (const place of this.places.list()) if (!done.has(place.name)) await this.sealPlace(institutionId, place);
  }

  private async sealPlace(institutionId: number, place: IdentityPlace): Promise<void> {
    try {
      let isLeft = true;
      while (isLeft && !this.stopped)
        isLeft = await this.unitOfWork.run(institutionId, (tx) => this.sealBatch(tx, institutionId, place));
    } catch (error) {
      const { name } = place;
      this.logger.error({ err: error as Error, institutionId, place: name }, 'Identity numbers could not be sealed.');
    }
  }

  /** @returns false when nothing is left for this process. */
  private async sealBatch(tx: Tx, institutionId: number, place: IdentityPlace): Promise<boolean> {
    const pass = await this.lockPass(tx, institutionId, place.name);
    if (!pass || this.isDone(pass)) return false;
    const now = this.clock.now();
    const isNew = pass.finishedAt !== null || pass.keyId !== this.identity.currentKeyId;
    const { next, sealedRows, failedRows } = await place.sealNext(tx, institutionId, isNew ? '' : pass.position);
    if (failedRows > 0) this.logger.error({ institutionId, place: place.name, failedRows }, LOST_KEY);
    await tx.update(
      IdentitySealing,
      { institutionId, place: place.name },
      {
        keyId: this.identity.currentKeyId,
        position: next ?? '',
        sealedRows: (isNew ? 0 : pass.sealedRows) + sealedRows,
        failedRows: (isNew ? 0 : pass.failedRows) + failedRows,
        startedAt: isNew ? now : pass.startedAt,
        finishedAt: next === null ? now : null,
      },
    );
    return next !== null;
  }

  /** Undefined while another process works at the place. */
  private async lockPass(tx: Tx, institutionId: number, place: string): Promise<IdentitySealing | undefined> {
    const first = {
      institutionId,
      place,
      keyId: this.identity.currentKeyId,
      position: '',
      startedAt: this.clock.now(),
    };
    await tx.createQueryBuilder().insert().into(IdentitySealing).values(first).orIgnore().execute();
    const [pass] = await tx.find(IdentitySealing, {
      where: { institutionId, place },
      lock: { mode: 'for_no_key_update', onLocked: 'skip_locked' },
    });
    return pass;
  }

  private isDone({ keyId, startedAt, finishedAt }: IdentitySealing): boolean {
    const isYoungerThan = (instant: Date, ageMs: number): boolean =>
      this.clock.now().getTime() - instant.getTime() < ageMs;
    if (keyId !== this.identity.currentKeyId) return isYoungerThan(finishedAt ?? startedAt, OTHER_KEY_AFTER_MS);
    if (finishedAt === null) return false;
    return !this.keyring.isRotating || isYoungerThan(finishedAt, REPEATED_AFTER_MS);
  }
}
