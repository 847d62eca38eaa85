import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditLog } from '../../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import type { WriteRehearsal } from '../../common/idempotency/write-rehearsal';
import { Clock } from '../../common/time/clock';
import { SandboxInstitutions } from '../../institutions/sandbox-institutions';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { LedgerService } from '../engine/ledger.service';
import { LedgerAccount } from '../engine/ledger-account.entity';
import type { Decision } from '../engine/posting-batch';
import type { MovementRequest } from '../engine/posting-request';
import { DEFAULT_DRY_RUNS_PER_DAY, DRY_RUNS_PER_DAY } from '../ledger.settings';
import { dryRunAnswer, type RehearsedMovement } from './dry-run-answer';

const DAY_MS = 24 * 60 * 60 * 1000;
const RETRY_AFTER_SEC = 60 * 60;

/** The share of a day's dry runs that one costs whose movement would be held: thresholds are learned from these. */
export const HELD_DRY_RUN_WEIGHT = 20;

/** Dry runs that one process decides at a time, so that postings keep the ledger's connections. */
const IN_PROGRESS_MAX = 2;

const USE = `SELECT count(*) FILTER (WHERE action = 'dry-run.ask') AS asked,
  count(*) FILTER (WHERE action = 'dry-run.held') AS held
  FROM audit_log WHERE institution_id = $1 AND subject = $2 AND at > $3`;

/**
 * Decides movements without writing them (docs/api/conventions.md#dry-run). Outside the sandbox every dry run is in the
 * audit log, from which a client's use is counted, so that it holds in all processes and after a restart.
 */
@Injectable()
export class DryRuns implements WriteRehearsal {
  private inProgress = 0;

  constructor(
    private readonly ledger: LedgerService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly settings: InstitutionSettings,
    private readonly clock: Clock,
    private readonly sandboxes: SandboxInstitutions,
  ) {}

  /**
   * Counts a dry run before anything is looked up for it.
   * @throws TOO_MANY_REQUESTS (429)
   */
  async admit(write: WriteRequest): Promise<void> {
    if (await this.sandboxes.has(write.institutionId)) return;
    const max = Number((await this.settings.get(write.institutionId, DRY_RUNS_PER_DAY)) ?? DEFAULT_DRY_RUNS_PER_DAY);
    if ((await this.used(write)) >= max) throw tooMany();
    await this.record(write, 'dry-run.ask');
    // Counted again after the commit: of parallel dry runs no more than the allowance pass.
    if ((await this.used(write)) > max) throw tooMany();
  }

  /**
   * Answers what would happen to a movement that `admit` has counted.
   * @throws the refusal that the real request would get; DUPLICATE_REFERENCE (409) for a used reference
   */
  async decide(write: WriteRequest, request: MovementRequest): Promise<Outcome> {
    return this.inTurn(() => this.movementOf(write, request));
  }

  /** Counts and decides a write that posts within its own transaction, such as the repayment of a loan. */
  async rehearse(write: WriteRequest, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
    await this.admit(write);
    return this.inTurn(async () =>
      this.answer(
        write,
        await this.unitOfWork.rehearse(write.institutionId, async (tx) => {
          const rehearsed = this.ledger.rehearseWithin(tx);
          const { httpStatus } = await work(tx);
          const posted = rehearsed.filter(({ decision }) => decision.kind === 'posted');
          const legs = posted.flatMap(({ request }) => request.legs);
          return {
            legs,
            accounts: await accountsOf(tx, write.institutionId, legs),
            stoppedBy: stopOf(httpStatus, rehearsed),
          };
        }),
      ),
    );
  }

  private async inTurn(decide: () => Promise<Outcome>): Promise<Outcome> {
    if (this.inProgress >= IN_PROGRESS_MAX) throw commonErrors.TOO_MANY_REQUESTS(undefined, { retryAfterSec: 1 });
    this.inProgress += 1;
    try {
      return await decide();
    } finally {
      this.inProgress -= 1;
    }
  }

  private async movementOf(write: WriteRequest, request: MovementRequest): Promise<Outcome> {
    const { decision, accounts } = await this.ledger.rehearse(request);
    if (decision.kind === 'refused') throw decision.error;
    if (decision.kind === 'lock-unavailable' || decision.kind === 'examination-outdated')
      throw commonErrors.SERVICE_UNAVAILABLE();
    if (decision.kind === 'replayed' || decision.kind === 'held-before') throw commonErrors.DUPLICATE_REFERENCE();
    return this.answer(write, { legs: request.legs, accounts, stoppedBy: stopName(decision) });
  }

  private async answer(write: WriteRequest, rehearsed: RehearsedMovement): Promise<Outcome> {
    const seesControls = await this.sandboxes.has(write.institutionId);
    // Before the answer: a client never learns of a hold that was not counted.
    if (rehearsed.stoppedBy && !seesControls) await this.record(write, 'dry-run.held');
    const sight = { seesControls, seesBalances: write.dryRun?.seesBalances === true };
    return Outcome.done(dryRunAnswer(rehearsed, sight), 'Dry run; nothing was done');
  }

  private async used({ institutionId, actor }: WriteRequest): Promise<number> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    const [row] = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ asked: string; held: string }[]>(USE, [institutionId, subjectOf(actor), since]),
    );
    return Number(row!.asked) + (HELD_DRY_RUN_WEIGHT - 1) * Number(row!.held);
  }

  private async record(write: WriteRequest, action: 'dry-run.ask' | 'dry-run.held'): Promise<void> {
    const { endpoint, requestReference } = write;
    await this.unitOfWork.run(write.institutionId, (tx) =>
      this.audit.record(tx, write, {
        action,
        subject: subjectOf(write.actor),
        details: { endpoint, requestReference: requestReference ?? null },
      }),
    );
  }
}

function stopName(decision: Decision): RehearsedMovement['stoppedBy'] {
  if (decision.kind !== 'intercepted') return undefined;
  return decision.status === 'Held' ? 'AmlHold' : 'PendingApproval';
}

/** A write is stopped by a gate of the ledger, or by its own approval, which answers 202 and posts nothing. */
function stopOf(httpStatus: number, rehearsed: readonly { decision: Decision }[]): RehearsedMovement['stoppedBy'] {
  for (const { decision } of rehearsed) {
    const stop = stopName(decision);
    if (stop) return stop;
  }
  return httpStatus === 202 ? 'PendingApproval' : undefined;
}

async function accountsOf(
  tx: Tx,
  institutionId: number,
  legs: RehearsedMovement['legs'],
): Promise<RehearsedMovement['accounts']> {
  const ids = [...new Set(legs.map(({ accountId }) => accountId))];
  const accounts = await tx.findBy(LedgerAccount, { institutionId, id: In(ids) });
  return new Map(accounts.map((account) => [account.id, account]));
}

function subjectOf(actor: string): string {
  return `dry-run:${actor}`;
}

function tooMany(): Error {
  return commonErrors.TOO_MANY_REQUESTS('The dry runs of this client are used up for now; try again later.', {
    retryAfterSec: RETRY_AFTER_SEC,
  });
}
