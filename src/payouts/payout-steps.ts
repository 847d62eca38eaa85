import { Injectable } from '@nestjs/common';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { GatewayClient } from '../common/gateway/gateway-client';
import { Clock } from '../common/time/clock';
import { PostingMetadata } from '../ledger/engine/posting-metadata';
import {
  beginCall,
  changesAfterRefusedReversal,
  changesOfRetriedReversal,
  decideTask,
  FINAL_STATUSES,
  type PayoutSettlement,
  type PayoutTask,
  type PayoutTrigger,
  settle,
} from './decide-payout';
import { Payout } from './payout.entity';
import { attemptKey, attemptRow, endOfAttempt, PayoutAttempt } from './payout-attempt.entity';
import { PayoutJobs } from './payout-jobs';
import { PayoutProviders } from './payout-provider';
import { PayoutReversals } from './payout-reversals';
import { PayoutTimingsOf } from './payout-timings';
import type { ProviderVerdict } from './provider-verdict';

/** A send, its query, a second send and its query: no more steps follow each other at once. */
const MAX_STEPS = 4;

interface ClaimedStep {
  payout: Payout;
  task: PayoutTask;
}

/**
 * Moves payouts through their states. Each step is a transaction under the payout's lock; the call to the provider is
 * made between two of them, so that the row shows what may have happened even when the process ends
 * (docs/ARCHITECTURE.md#payouts).
 */
@Injectable()
export class PayoutSteps {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gateway: GatewayClient,
    private readonly providers: PayoutProviders,
    private readonly reversals: PayoutReversals,
    private readonly metadata: PostingMetadata,
    private readonly timings: PayoutTimingsOf,
    private readonly jobs: PayoutJobs,
    private readonly clock: Clock,
  ) {}

  /** Takes a payout as far as it goes now. Of several concurrent callers, the row's lock and state let one act. */
  async advance(institutionId: number, payoutId: number, trigger: PayoutTrigger): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const { payout, task } = await this.claim(institutionId, payoutId, trigger);
      if (task === 'none' || task === 'reverse') return;
      const verdict = await this.call(payout, task);
      await this.unitOfWork.run(institutionId, (tx) => this.apply(tx, payout, verdict));
    }
  }

  /**
   * Returns the money and ends the payout, in the caller's transaction under the payout's lock. When the ledger
   * refuses, the payout becomes `Failed` and the worker tries again.
   * @returns true when the money is back.
   */
  async reverse(tx: Tx, payout: Payout, changes: Partial<Payout> = {}): Promise<boolean> {
    const now = this.clock.now();
    const reversalPostingId = await this.reversals.reverse(tx, payout);
    if (reversalPostingId === undefined) {
      await this.store(tx, payout, { ...changes, ...changesAfterRefusedReversal(now) });
      return false;
    }
    await this.store(tx, payout, {
      ...changes,
      status: 'Reversed',
      reversalPostingId,
      requireReversal: false,
      nextActionAt: changes.nextActionAt ?? null,
    });
    return true;
  }

  /**
   * Debits a returned payout again and ends it as `Processed`, in the caller's transaction under the payout's lock.
   * @throws the ledger's refusal, such as INSUFFICIENT_FUNDS (422)
   */
  async debitAgain(tx: Tx, payout: Payout, changes: Partial<Payout> = {}): Promise<void> {
    const { reversalPostingId } = payout;
    if (reversalPostingId === null) throw new Error(`The payout ${payout.id} was never reversed.`);
    const correctionPostingId = await this.reversals.debitAgain(tx, payout, reversalPostingId);
    await this.store(tx, payout, {
      ...changes,
      status: 'Processed',
      correctionPostingId,
      reversalPostingId: null,
      nextActionAt: null,
    });
  }

  /** Writes a change of the payout with the metadata of its transaction and its notifications. */
  async store(tx: Tx, payout: Payout, changes: Partial<Payout>): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    const { institutionId, id, postingId } = payout;
    const before = payout.status;
    const stored = { ...changes, ...this.endOf(payout, changes) };
    await tx.update(Payout, { institutionId, id }, stored);
    Object.assign(payout, stored);
    const provider = this.providers.forPayout(payout);
    await this.metadata.merge(tx, institutionId, postingId, provider.metadataOf(payout));
    if (payout.status === before) return;
    await provider.onStatus?.(tx, payout);
    if (provider.notifications) await insertRows(tx, await provider.notifications(tx, payout));
  }

  /** A payout ends in the time of its institution, as it begins: it cannot have ended before it was created. */
  private endOf({ institutionId }: Payout, { status }: Partial<Payout>): Pick<Payout, 'finishedAt'> | undefined {
    return status && FINAL_STATUSES.includes(status)
      ? { finishedAt: this.clock.institutionNow(institutionId) }
      : undefined;
  }

  /** @throws when the payout does not exist; callers have found it before. */
  async lock(tx: Tx, institutionId: number, id: number): Promise<Payout> {
    return tx.findOneOrFail(Payout, { where: { institutionId, id }, lock: { mode: 'pessimistic_write' } });
  }

  private claim(institutionId: number, payoutId: number, trigger: PayoutTrigger): Promise<ClaimedStep> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const payout = await this.lock(tx, institutionId, payoutId);
      const now = this.clock.now();
      const task = decideTask(payout, trigger, now, this.timings.current);
      if (task === 'reverse') await this.reverse(tx, payout, changesOfRetriedReversal(now, this.timings.current));
      if (task === 'send' || task === 'query') {
        await this.store(tx, payout, beginCall(payout, task, now));
        await insertRows(tx, [
          attemptRow(payout, { task, trigger, beganAt: this.clock.institutionNow(institutionId) }),
        ]);
      }
      return { payout, task };
    });
  }

  private async call(payout: Payout, task: 'send' | 'query'): Promise<ProviderVerdict> {
    const provider = this.providers.forPayout(payout);
    const target = await provider.target(payout);
    if (!target) return task === 'send' ? notSent('not configured') : unknown('not configured');
    const answer = await this.gateway.call(
      target,
      task === 'send' ? provider.sendRequest(payout) : provider.queryRequest(payout),
    );
    return answer.outcome === 'answered' ? provider.read(answer, task, payout) : withoutAnswer(answer, task);
  }

  private async apply(tx: Tx, called: Payout, verdict: ProviderVerdict): Promise<void> {
    const payout = await this.lock(tx, called.institutionId, called.id);
    const hadNoJob = payout.status === 'ConfirmManually';
    const { changes, reverses }: PayoutSettlement = settle(
      payout,
      { verdict, sends: called.sends },
      this.clock.now(),
      this.timings.current,
    );
    if (reverses) await this.reverse(tx, payout, changes);
    else await this.store(tx, payout, changes);
    // A client's query finds work where the worker had left the payout to staff, or comes long before the worker.
    if (hadNoJob || payout.requireReversal) await this.jobs.scheduleNext(tx, payout);
    await tx.update(
      PayoutAttempt,
      attemptKey(called),
      endOfAttempt(verdict, payout.status, this.clock.institutionNow(payout.institutionId)),
    );
  }
}

function withoutAnswer(
  answer: Exclude<GatewayAnswer, { outcome: 'answered' }>,
  task: 'send' | 'query',
): ProviderVerdict {
  // A send that never left this machine has certainly not paid. A query that never left leaves the outcome open.
  return answer.outcome === 'not-sent' && task === 'send' ? notSent(answer.reason) : unknown(answer.reason);
}

const notSent = (reason: string): ProviderVerdict => ({
  kind: 'failure',
  isUnsent: true,
  code: 'NOT_SENT',
  message: `The provider could not be reached (${reason}); nothing was sent.`,
});

const unknown = (reason: string): ProviderVerdict => ({
  kind: 'pending',
  code: null,
  message: `The provider gave no answer (${reason}).`,
});
