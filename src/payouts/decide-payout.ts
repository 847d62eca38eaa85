import type { Payout, PayoutStatus } from './payout.entity';
import type { ProviderVerdict } from './provider-verdict';

/** Who wants to move a payout on: the client's own request, the worker, or a client's status query. */
export type PayoutTrigger = 'request' | 'worker' | 'status-query';

/** What to do next: one call to the provider, the return of the money, or nothing now. */
export type PayoutTask = 'send' | 'query' | 'reverse' | 'none';

export interface PayoutTimings {
  /** After this a call in progress is over, whatever became of its process. */
  callOverAfterMs: number;
  /** Before the first status query, and between those that find no record. */
  firstQueryAfterMs: number;
  /** Shortest time between two queries that clients cause. */
  clientQueryIntervalMs: number;
  /** After a refusal the provider is asked again, within a day, whether it stands by it. */
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

/** The provider is asked with growing pauses, at most this long. */
const LONGEST_QUERY_PAUSE_MS = 3_600_000;
/** Then staff take over. */
const QUERIES_END_AFTER_MS = 86_400_000;
const MAX_NOT_FOUND = 3;
/** One send, and one more after a final "not received". */
const MAX_SENDS = 2;
const REVERSAL_RETRY_AFTER_MS = 60_000;

export const FINAL_STATUSES: readonly PayoutStatus[] = ['Processed', 'Reversed'];

const since = (then: Date | null, now: Date): number => (then === null ? Infinity : now.getTime() - then.getTime());

/** Whether the pause between two queries is over. An attempt in the future is from a clock that has been set back since: nobody waits for that. */
const hasPaused = ({ lastAttemptAt }: PayoutState, now: Date, { clientQueryIntervalMs }: PayoutTimings): boolean => {
  const pausedMs = since(lastAttemptAt, now);
  return pausedMs < 0 || pausedMs >= clientQueryIntervalMs;
};

/** What a trigger may do with a payout as it stands. Whoever finds `Processing` asks the provider and never sends (design §7). */
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

/** What the start of a call changes. It is committed before the call is made. */
export function beginCall(payout: PayoutState, task: 'send' | 'query', now: Date): Partial<Payout> {
  if (task === 'query') return { lastAttemptAt: now, queries: payout.queries + 1 };
  return { status: 'Processing', lastAttemptAt: now, sends: payout.sends + 1, firstSentAt: payout.firstSentAt ?? now };
}

export interface PayoutSettlement {
  changes: Partial<Payout>;
  /** The money goes back in the same transaction. */
  reverses: boolean;
}

const settled = (changes: Partial<Payout>): PayoutSettlement => ({ changes, reverses: false });

/** A verdict and the call it came from. */
export interface Answered {
  verdict: ProviderVerdict;
  /** How many sends there had been when the call was made. */
  sends: number;
}

/**
 * What a verdict on a payout changes, given how it stands now that the verdict is in. An answer from before the latest
 * send tells nothing about that send, unless it is a success.
 */
export function settle(
  payout: PayoutState,
  { verdict, sends }: Answered,
  now: Date,
  timings: PayoutTimings,
): PayoutSettlement {
  const said = { responseCode: verdict.code, responseMessage: verdict.message };
  if (payout.status === 'Processed' || payout.status === 'Reversed' || payout.status === 'Failed')
    return settled(contradiction(payout, verdict, now, timings));
  if (sends !== payout.sends && verdict.kind !== 'success') return settled({});
  switch (verdict.kind) {
    case 'success':
      return settled({
        ...said,
        status: 'Processed',
        result: verdict.result ?? {},
        nextActionAt: null,
        finishedAt: now,
      });
    case 'failure':
      return {
        changes: {
          ...said,
          nextActionAt: verdict.isUnsent ? null : new Date(now.getTime() + timings.reversalCheckAfterMs),
        },
        reverses: true,
      };
    case 'refusal':
      return settled({ ...said, status: 'Failed', nextActionAt: null });
    case 'not-received':
      // What waits for staff is not sent again behind their back.
      return payout.sends < MAX_SENDS && payout.status !== 'ConfirmManually'
        ? settled({ ...said, status: 'Pending', nextActionAt: now })
        : { changes: said, reverses: true };
    case 'not-found':
      return settled({ ...said, ...afterNotFound(payout, now, timings) });
    case 'pending':
      return settled({ ...said, ...afterUnknown(payout, now, timings) });
  }
}

/**
 * A definite answer that contradicts a settled payout never moves money: it is flagged for staff. A refusal is asked about for a
 * day, and for one more while the provider says nothing definite: an answer that got lost must not be the last word.
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
  const asksOn = kind === 'pending' && ageMs < 2 * QUERIES_END_AFTER_MS;
  return { nextActionAt: asksOn ? new Date(now.getTime() + reversalCheckAfterMs) : null };
}

/** Since the first send; 0 before it. */
const ageOf = ({ firstSentAt }: PayoutState, now: Date): number => (firstSentAt === null ? 0 : since(firstSentAt, now));

/** As long again as it has been under way doubles the pauses, however often clients ask in between. */
function afterGrowingPause(payout: PayoutState, now: Date, shortestMs: number): Date {
  return new Date(now.getTime() + Math.max(shortestMs, Math.min(LONGEST_QUERY_PAUSE_MS, ageOf(payout, now))));
}

/** Only answers at the proper times count: a client that asks often must not end the search early. */
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

/** After a reversal that the ledger refused, for instance because its account cannot bear it. */
export function reversalViolation(now: Date): Partial<Payout> {
  return { status: 'Failed', requireReversal: true, nextActionAt: new Date(now.getTime() + REVERSAL_RETRY_AFTER_MS) };
}

/** When the worker should look again; undefined when there is nothing left for it to do. */
export function nextLookAt(payout: PayoutState, now: Date, timings: PayoutTimings): Date | undefined {
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
