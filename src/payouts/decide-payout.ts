import type { Payout, PayoutStatus } from './payout.entity';
import type { ProviderVerdict } from './provider-verdict';

/** The cause of a step of a payout: the client's own request, the worker, or a client's status query. */
export type PayoutTrigger = 'request' | 'worker' | 'status-query';

/** The next step of a payout: one call to the provider, the return of the money, or nothing now. */
export type PayoutTask = 'send' | 'query' | 'reverse' | 'none';

export interface PayoutTimings {
  /** A call that began longer ago than this is over, whether or not its process still runs. */
  callOverAfterMs: number;
  /** Pause before the first status query, and between queries that find no record. */
  firstQueryAfterMs: number;
  /** Shortest time between two queries that clients cause. */
  clientQueryIntervalMs: number;
  /** Pause before the first query of a payout that was reversed after a definite failure. */
  reversalCheckAfterMs: number;
}

type PayoutState = Pick<
  Payout,
  | 'status'
  | 'lastAttemptAt'
  | 'nextActionAt'
  | 'requireReversal'
  | 'sends'
  | 'queries'
  | 'notFoundQueries'
  | 'firstSentAt'
>;

/** The pauses between two queries grow up to this. */
const LONGEST_QUERY_PAUSE_MS = 3_600_000;
/** A payout without a definite answer goes to staff when its first send is this long ago. */
const QUERIES_END_AFTER_MS = 86_400_000;
const MAX_NOT_FOUND = 3;
/** One send, and one more after a final "not received". */
const MAX_SENDS = 2;
const REVERSAL_RETRY_AFTER_MS = 60_000;

export const FINAL_STATUSES: readonly PayoutStatus[] = ['Processed', 'Reversed'];

const since = (then: Date | null, now: Date): number => (then === null ? Infinity : now.getTime() - then.getTime());

/**
 * True when the pause between two queries is over. A last attempt in the future comes from a clock that has been set
 * back since and does not delay the query.
 */
const hasPaused = ({ lastAttemptAt }: PayoutState, now: Date, { clientQueryIntervalMs }: PayoutTimings): boolean => {
  const pausedMs = since(lastAttemptAt, now);
  return pausedMs < 0 || pausedMs >= clientQueryIntervalMs;
};

/**
 * Decides the next step of a payout. A payout found `Processing` is queried and never sent again, because it may have
 * been sent (docs/ARCHITECTURE.md#payouts).
 */
export function decideTask(payout: PayoutState, trigger: PayoutTrigger, now: Date, timings: PayoutTimings): PayoutTask {
  const { status, lastAttemptAt, nextActionAt, requireReversal } = payout;
  const isDue = nextActionAt === null || nextActionAt <= now;
  switch (status) {
    case 'Pending':
      return 'send';
    case 'Processing':
      return since(lastAttemptAt, now) >= timings.callOverAfterMs ? 'query' : 'none';
    case 'PendingTSQ':
      if (trigger === 'status-query') return hasPaused(payout, now, timings) ? 'query' : 'none';
      return trigger === 'worker' && isDue ? 'query' : 'none';
    case 'Failed':
      if (requireReversal) return isDue || trigger === 'status-query' ? 'reverse' : 'none';
      return trigger === 'status-query' && hasPaused(payout, now, timings) ? 'query' : 'none';
    case 'ConfirmManually':
      return trigger === 'status-query' && hasPaused(payout, now, timings) ? 'query' : 'none';
    case 'Reversed':
      return trigger === 'worker' && nextActionAt !== null && isDue ? 'query' : 'none';
    case 'Processed':
      return 'none';
  }
}

/** The changes that the start of a call makes. They are committed before the call is made. */
export function beginCall(payout: PayoutState, task: 'send' | 'query', now: Date): Partial<Payout> {
  if (task === 'query') return { lastAttemptAt: now, queries: payout.queries + 1 };
  return { status: 'Processing', lastAttemptAt: now, sends: payout.sends + 1, firstSentAt: payout.firstSentAt ?? now };
}

export interface PayoutSettlement {
  changes: Partial<Payout>;
  /** The money goes back in the same transaction. */
  reverses: boolean;
}

const withoutReversal = (changes: Partial<Payout>): PayoutSettlement => ({ changes, reverses: false });

/** A verdict and the call that it answers. */
export interface AnsweredCall {
  verdict: ProviderVerdict;
  /** Number of sends when the call was made. */
  sends: number;
}

/**
 * Applies a verdict to the present state of a payout. A verdict from before the latest send says nothing about that
 * send, unless it is a success.
 */
export function settle(
  payout: PayoutState,
  { verdict, sends }: AnsweredCall,
  now: Date,
  timings: PayoutTimings,
): PayoutSettlement {
  const response = { responseCode: verdict.code, responseMessage: verdict.message };
  if (payout.status === 'Processed' || payout.status === 'Reversed' || payout.status === 'Failed')
    return withoutReversal(contradiction(payout, verdict, now, timings));
  if (sends !== payout.sends && verdict.kind !== 'success') return withoutReversal({});
  switch (verdict.kind) {
    case 'success':
      return withoutReversal({
        ...response,
        status: 'Processed',
        result: verdict.result ?? {},
        nextActionAt: null,
      });
    case 'failure':
      return {
        changes: {
          ...response,
          nextActionAt: verdict.isUnsent ? null : new Date(now.getTime() + timings.reversalCheckAfterMs),
        },
        reverses: true,
      };
    case 'refusal':
      return withoutReversal({ ...response, status: 'Failed', nextActionAt: null });
    case 'not-received':
      // A payout that waits for manual confirmation is never sent again: staff may be settling it now.
      return payout.sends < MAX_SENDS && payout.status !== 'ConfirmManually'
        ? withoutReversal({ ...response, status: 'Pending', nextActionAt: now })
        : { changes: response, reverses: true };
    case 'not-found':
      return withoutReversal({ ...response, ...afterNotFound(payout, now, timings) });
    case 'pending':
      return withoutReversal({ ...response, ...afterUnknown(payout, now, timings) });
  }
}

/**
 * A definite answer that contradicts a settled payout moves no money; the payout is flagged for staff. A reversed
 * payout is queried for a day, and for a second day while the provider gives no definite answer, so that a late success
 * is seen. It is flagged too when the second day ends without one: then nobody but staff can find out.
 */
function contradiction(
  payout: PayoutState,
  { kind }: ProviderVerdict,
  now: Date,
  { reversalCheckAfterMs }: PayoutTimings,
): Partial<Payout> {
  const { status, nextActionAt } = payout;
  const contradicts =
    status === 'Processed' ? kind === 'failure' || kind === 'refusal' || kind === 'not-received' : kind === 'success';
  if (status !== 'Reversed' || nextActionAt === null) return contradicts ? { disputed: true } : {};
  if (contradicts) return { disputed: true, nextActionAt: null };
  const ageMs = ageOf(payout, now);
  if (ageMs < QUERIES_END_AFTER_MS) return { nextActionAt: afterGrowingPause(payout, now, reversalCheckAfterMs) };
  if (kind !== 'pending') return { nextActionAt: null };
  if (ageMs >= 2 * QUERIES_END_AFTER_MS) return { disputed: true, nextActionAt: null };
  return { nextActionAt: new Date(now.getTime() + reversalCheckAfterMs) };
}

/** Milliseconds since the first send; 0 before it. */
const ageOf = ({ firstSentAt }: PayoutState, now: Date): number => (firstSentAt === null ? 0 : since(firstSentAt, now));

/** The pause equals the payout's age, so the pauses double, however often clients query in between. */
function afterGrowingPause(payout: PayoutState, now: Date, shortestMs: number): Date {
  return new Date(now.getTime() + Math.max(shortestMs, Math.min(LONGEST_QUERY_PAUSE_MS, ageOf(payout, now))));
}

/** Only answers to queries that were due count: a client that queries often must not end the search early. */
function afterNotFound(payout: PayoutState, now: Date, { firstQueryAfterMs }: PayoutTimings): Partial<Payout> {
  if (payout.status === 'PendingTSQ' && payout.nextActionAt !== null && payout.nextActionAt > now) return {};
  const notFoundQueries = payout.notFoundQueries + 1;
  if (payout.status === 'ConfirmManually' || notFoundQueries >= MAX_NOT_FOUND)
    return { status: 'ConfirmManually', notFoundQueries, nextActionAt: null };
  return { status: 'PendingTSQ', notFoundQueries, nextActionAt: new Date(now.getTime() + firstQueryAfterMs) };
}

function afterUnknown(payout: PayoutState, now: Date, { firstQueryAfterMs }: PayoutTimings): Partial<Payout> {
  if (payout.status === 'ConfirmManually' || ageOf(payout, now) >= QUERIES_END_AFTER_MS)
    return { status: 'ConfirmManually', notFoundQueries: 0, nextActionAt: null };
  return { status: 'PendingTSQ', notFoundQueries: 0, nextActionAt: afterGrowingPause(payout, now, firstQueryAfterMs) };
}

/** The changes beside a reversal that the ledger had refused before: the failure behind it is asked about again. */
export function changesOfRetriedReversal(now: Date, { reversalCheckAfterMs }: PayoutTimings): Partial<Payout> {
  return { nextActionAt: new Date(now.getTime() + reversalCheckAfterMs) };
}

/** The changes after the ledger refused the reversal, for instance because an account has not enough funds. */
export function changesAfterRefusedReversal(now: Date): Partial<Payout> {
  return { status: 'Failed', requireReversal: true, nextActionAt: new Date(now.getTime() + REVERSAL_RETRY_AFTER_MS) };
}

/** The time of the worker's next step; undefined when nothing is left to do. */
export function nextStepAt(payout: PayoutState, now: Date, timings: PayoutTimings): Date | undefined {
  switch (payout.status) {
    case 'Pending':
      return now;
    case 'Processing':
      return new Date((payout.lastAttemptAt ?? now).getTime() + timings.callOverAfterMs);
    case 'PendingTSQ':
      return payout.nextActionAt ?? now;
    case 'Failed':
      return payout.requireReversal ? (payout.nextActionAt ?? now) : undefined;
    case 'Reversed':
      return payout.nextActionAt ?? undefined;
    case 'ConfirmManually':
    case 'Processed':
      return undefined;
  }
}
