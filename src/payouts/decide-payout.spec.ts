import {
  beginCall,
  changesAfterRefusedReversal,
  changesOfRetriedReversal,
  decideTask,
  nextStepAt,
  type PayoutTask,
  type PayoutTrigger,
  settle,
} from './decide-payout';
import { PAYOUT_STATUSES, type PayoutStatus } from './payout.entity';
import type { ProviderVerdict } from './provider-verdict';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const ahead = (ms: number): Date => new Date(NOW.getTime() + ms);
const timings = {
  callOverAfterMs: 35_000,
  firstQueryAfterMs: 60_000,
  clientQueryIntervalMs: 10_000,
  reversalCheckAfterMs: 600_000,
};

type State = Parameters<typeof decideTask>[0];

function payout(changes: Partial<State> = {}): State {
  return {
    status: 'PendingTSQ',
    lastAttemptAt: ago(60_000),
    nextActionAt: NOW,
    requireReversal: false,
    sends: 1,
    queries: 0,
    notFoundQueries: 0,
    firstSentAt: ago(60_000),
    ...changes,
  };
}

const verdict = (kind: ProviderVerdict['kind']): ProviderVerdict => ({ kind, code: 'XX', message: 'reason' });
const settleAs = (state: State, kind: ProviderVerdict['kind'], sends = state.sends): ReturnType<typeof settle> =>
  settle(state, { verdict: verdict(kind), sends }, NOW, timings);

describe('decideTask', () => {
  it.each<{ status: PayoutStatus; trigger: PayoutTrigger; changes: Partial<State>; task: PayoutTask }>([
    { status: 'Pending', trigger: 'request', changes: {}, task: 'send' },
    { status: 'Pending', trigger: 'worker', changes: {}, task: 'send' },
    { status: 'Pending', trigger: 'status-query', changes: {}, task: 'send' },
    { status: 'Processing', trigger: 'request', changes: { lastAttemptAt: ago(34_999) }, task: 'none' },
    { status: 'Processing', trigger: 'worker', changes: { lastAttemptAt: ago(35_000) }, task: 'query' },
    { status: 'Processing', trigger: 'status-query', changes: { lastAttemptAt: ago(35_000) }, task: 'query' },
    { status: 'PendingTSQ', trigger: 'request', changes: {}, task: 'none' },
    { status: 'PendingTSQ', trigger: 'worker', changes: { nextActionAt: ahead(1) }, task: 'none' },
    { status: 'PendingTSQ', trigger: 'worker', changes: { nextActionAt: NOW }, task: 'query' },
    { status: 'PendingTSQ', trigger: 'status-query', changes: { lastAttemptAt: ago(9_999) }, task: 'none' },
    {
      status: 'PendingTSQ',
      trigger: 'status-query',
      changes: { lastAttemptAt: ago(10_000), nextActionAt: ahead(60_000) },
      task: 'query',
    },
    {
      status: 'PendingTSQ',
      trigger: 'status-query',
      changes: { lastAttemptAt: ahead(3_600_000), nextActionAt: ahead(3_660_000) },
      task: 'query',
    },
    { status: 'Processing', trigger: 'status-query', changes: { lastAttemptAt: ahead(3_600_000) }, task: 'none' },
    { status: 'Failed', trigger: 'worker', changes: { requireReversal: true, nextActionAt: NOW }, task: 'reverse' },
    { status: 'Failed', trigger: 'worker', changes: { requireReversal: true, nextActionAt: ahead(1) }, task: 'none' },
    { status: 'Failed', trigger: 'worker', changes: {}, task: 'none' },
    { status: 'Failed', trigger: 'status-query', changes: {}, task: 'query' },
    { status: 'ConfirmManually', trigger: 'worker', changes: {}, task: 'none' },
    { status: 'ConfirmManually', trigger: 'status-query', changes: {}, task: 'query' },
    { status: 'Processed', trigger: 'status-query', changes: {}, task: 'none' },
    { status: 'Reversed', trigger: 'status-query', changes: {}, task: 'none' },
    { status: 'Reversed', trigger: 'worker', changes: { nextActionAt: null }, task: 'none' },
    { status: 'Reversed', trigger: 'worker', changes: { nextActionAt: ahead(1) }, task: 'none' },
    { status: 'Reversed', trigger: 'worker', changes: { nextActionAt: NOW }, task: 'query' },
  ])('answers "$task" for a $status payout on a $trigger, with $changes', ({ status, trigger, changes, task }) => {
    expect(decideTask(payout({ status, ...changes }), trigger, NOW, timings)).toBe(task);
  });

  it('sends only a payout that is Pending, whatever the trigger', () => {
    for (const status of PAYOUT_STATUSES) {
      for (const trigger of ['request', 'worker', 'status-query'] as const) {
        const task = decideTask(payout({ status, lastAttemptAt: null, nextActionAt: null }), trigger, NOW, timings);
        expect(task === 'send').toBe(status === 'Pending');
      }
    }
  });
});

describe('beginCall', () => {
  it('marks the payout as Processing before it is sent', () => {
    expect(beginCall(payout({ status: 'Pending', sends: 0, firstSentAt: null }), 'send', NOW)).toEqual({
      status: 'Processing',
      lastAttemptAt: NOW,
      sends: 1,
      firstSentAt: NOW,
    });
  });

  it('keeps the time of the first send when the payout is sent again', () => {
    expect(beginCall(payout({ status: 'Pending' }), 'send', NOW)).toMatchObject({ sends: 2, firstSentAt: ago(60_000) });
  });

  it('counts a query and leaves the status to its answer', () => {
    expect(beginCall(payout(), 'query', NOW)).toEqual({ lastAttemptAt: NOW, queries: 1 });
  });
});

describe('settle', () => {
  it('ends a payout that succeeded as Processed', () => {
    const { changes, reverses } = settleAs(payout({ status: 'Processing' }), 'success');
    expect(changes).toMatchObject({ status: 'Processed', responseCode: 'XX', nextActionAt: null });
    expect(reverses).toBe(false);
  });

  it('returns the money only after a definite failure', () => {
    const kinds = ['success', 'failure', 'refusal', 'not-received', 'not-found', 'pending'] as const;
    const reversing = kinds.filter((kind) => settleAs(payout({ sends: 2 }), kind).reverses);
    expect(reversing).toEqual(['failure', 'not-received']);
  });

  it('queries a reversed payout for a second day while the provider gives no definite answer', () => {
    const DAY_MS = 86_400_000;
    const reversed = (ageMs: number): State => payout({ status: 'Reversed', firstSentAt: ago(ageMs) });
    expect(settleAs(reversed(DAY_MS), 'pending').changes).toEqual({ nextActionAt: ahead(600_000) });
    expect(settleAs(reversed(2 * DAY_MS - 1), 'pending').changes).toEqual({ nextActionAt: ahead(600_000) });
    expect(settleAs(reversed(DAY_MS), 'failure').changes).toEqual({ nextActionAt: null });
    expect(settleAs(reversed(DAY_MS), 'success').changes).toEqual({ disputed: true, nextActionAt: null });
  });

  it('flags a reversed payout for staff when two days of queries got no definite answer, also after an outage', () => {
    const reversed = payout({ status: 'Reversed', firstSentAt: ago(5 * 86_400_000) });
    expect(settleAs(reversed, 'pending').changes).toEqual({ disputed: true, nextActionAt: null });
    expect(settleAs(reversed, 'failure').changes).toEqual({ nextActionAt: null });
  });

  it('asks again about a failure whose reversal the ledger had refused at first', () => {
    expect(changesOfRetriedReversal(NOW, timings)).toEqual({ nextActionAt: ahead(600_000) });
  });

  it('queries a reversed payout for a day, unless nothing was sent', () => {
    expect(settleAs(payout(), 'failure').changes).toMatchObject({ nextActionAt: ahead(600_000) });
    const unsent = {
      verdict: { kind: 'failure', isUnsent: true, code: 'NOT_SENT', message: 'away' },
      sends: 1,
    } as const;
    expect(settle(payout(), unsent, NOW, timings).changes).toMatchObject({ nextActionAt: null });
    expect(settleAs(payout({ status: 'Reversed' }), 'failure').changes).toEqual({ nextActionAt: ahead(600_000) });
    expect(settleAs(payout({ status: 'Reversed', firstSentAt: ago(1_800_000) }), 'pending').changes).toEqual({
      nextActionAt: ahead(1_800_000),
    });
    expect(settleAs(payout({ status: 'Reversed', firstSentAt: ago(86_400_000) }), 'failure').changes).toEqual({
      nextActionAt: null,
    });
    expect(settleAs(payout({ status: 'Reversed' }), 'success').changes).toEqual({ disputed: true, nextActionAt: null });
  });

  it('leaves a refused payout to staff as Failed', () => {
    expect(settleAs(payout(), 'refusal').changes).toMatchObject({ status: 'Failed', nextActionAt: null });
  });

  it('sends a second time after a final "not received", and never a third time', () => {
    expect(settleAs(payout({ sends: 1 }), 'not-received')).toMatchObject({
      changes: { status: 'Pending' },
      reverses: false,
    });
    expect(settleAs(payout({ sends: 2 }), 'not-received').reverses).toBe(true);
  });

  it('does not send a payout again that waits for manual confirmation', () => {
    expect(settleAs(payout({ status: 'ConfirmManually', sends: 1 }), 'not-received').reverses).toBe(true);
  });

  it('leaves a payout to staff after three answers of "no such record"', () => {
    expect(settleAs(payout({ notFoundQueries: 1 }), 'not-found').changes).toMatchObject({
      status: 'PendingTSQ',
      notFoundQueries: 2,
      nextActionAt: ahead(60_000),
    });
    expect(settleAs(payout({ notFoundQueries: 2 }), 'not-found').changes).toMatchObject({
      status: 'ConfirmManually',
      nextActionAt: null,
    });
  });

  it('does not count a "no such record" that a client fetched before the next query was due', () => {
    const early = payout({ notFoundQueries: 2, nextActionAt: ahead(1) });
    expect(settleAs(early, 'not-found')).toEqual({
      changes: { responseCode: 'XX', responseMessage: 'reason' },
      reverses: false,
    });
    expect(settleAs({ ...early, nextActionAt: NOW }, 'not-found').changes).toMatchObject({ status: 'ConfirmManually' });
  });

  it('keeps the pauses between queries the same however often clients query', () => {
    expect(settleAs(payout({ queries: 30 }), 'pending').changes).toMatchObject({ nextActionAt: ahead(60_000) });
  });

  it('queries with growing pauses of at most an hour and leaves the payout to staff after a day', () => {
    expect(settleAs(payout({ status: 'Processing', firstSentAt: ago(0) }), 'pending').changes).toMatchObject({
      status: 'PendingTSQ',
      nextActionAt: ahead(60_000),
    });
    expect(settleAs(payout({ firstSentAt: ago(60_000) }), 'pending').changes).toMatchObject({
      nextActionAt: ahead(60_000),
    });
    expect(settleAs(payout({ firstSentAt: ago(480_000) }), 'pending').changes).toMatchObject({
      nextActionAt: ahead(480_000),
    });
    expect(settleAs(payout({ firstSentAt: ago(80_000_000) }), 'pending').changes).toMatchObject({
      nextActionAt: ahead(3_600_000),
    });
    expect(settleAs(payout({ firstSentAt: ago(86_399_999) }), 'pending').changes).toMatchObject({
      status: 'PendingTSQ',
    });
    expect(settleAs(payout({ firstSentAt: ago(86_400_000) }), 'pending').changes).toMatchObject({
      status: 'ConfirmManually',
    });
  });

  it('counts only answers of "no such record" that follow each other', () => {
    expect(settleAs(payout({ notFoundQueries: 2 }), 'pending').changes).toMatchObject({ notFoundQueries: 0 });
  });

  it('takes nothing but a success from a send that was followed by another', () => {
    const later = payout({ status: 'Processing', sends: 2 });
    for (const kind of ['failure', 'refusal', 'not-received', 'not-found', 'pending'] as const)
      expect(settleAs(later, kind, 1)).toEqual({ changes: {}, reverses: false });
    expect(settleAs(later, 'success', 1).changes).toMatchObject({ status: 'Processed' });
  });

  it.each([
    ['Processed', 'success', {}],
    ['Processed', 'failure', { disputed: true }],
    ['Processed', 'not-received', { disputed: true }],
    ['Processed', 'pending', {}],
    ['Reversed', 'success', { disputed: true }],
    ['Reversed', 'failure', {}],
    ['Failed', 'success', { disputed: true }],
    ['Failed', 'failure', {}],
    ['Failed', 'not-received', {}],
  ] as const)('moves no money of a %s payout on the verdict "%s"', (status, kind, changes) => {
    expect(settleAs(payout({ status, nextActionAt: null }), kind)).toEqual({ changes, reverses: false });
  });

  it('settles a payout that waits for staff when the provider answers at last', () => {
    const waiting = payout({ status: 'ConfirmManually' });
    expect(settleAs(waiting, 'success').changes).toMatchObject({ status: 'Processed' });
    expect(settleAs(waiting, 'failure').reverses).toBe(true);
    expect(settleAs(waiting, 'pending').changes).toMatchObject({ status: 'ConfirmManually' });
  });
});

describe('nextStepAt', () => {
  it('gives every payout that is not settled a time for the worker', () => {
    expect(nextStepAt(payout({ status: 'Pending' }), NOW, timings)).toEqual(NOW);
    expect(nextStepAt(payout({ status: 'Processing', lastAttemptAt: NOW }), NOW, timings)).toEqual(ahead(35_000));
    expect(nextStepAt(payout({ nextActionAt: ahead(5) }), NOW, timings)).toEqual(ahead(5));
    expect(nextStepAt(payout({ status: 'Reversed', nextActionAt: ahead(5) }), NOW, timings)).toEqual(ahead(5));
    expect(nextStepAt({ ...payout(), ...changesAfterRefusedReversal(NOW) }, NOW, timings)).toEqual(ahead(60_000));
  });

  it.each(['Failed', 'ConfirmManually', 'Processed', 'Reversed'] as const)(
    'gives no time for a payout that is %s',
    (status) => {
      expect(nextStepAt(payout({ status, nextActionAt: null }), NOW, timings)).toBeUndefined();
    },
  );
});

describe('the bounds of a payout', () => {
  const settled = (state: Partial<State>, kind: ProviderVerdict['kind'], more: object = {}): object =>
    settle(payout(state), { verdict: { ...verdict(kind), ...more }, sends: 1 }, NOW, timings).changes;
  const DAY_MS = 86_400_000;

  it('lets a client query again after the pause and not at the moment of the last attempt', () => {
    expect(decideTask(payout({ lastAttemptAt: NOW, nextActionAt: null }), 'status-query', NOW, timings)).toBe('none');
    expect(decideTask(payout({ lastAttemptAt: ahead(1) }), 'status-query', NOW, timings)).toBe('query');
  });

  it('tries a refused reversal again when it is due, or when a client asks', () => {
    const failed = payout({ status: 'Failed', requireReversal: true, nextActionAt: ahead(60_000) });
    expect(decideTask(failed, 'worker', NOW, timings)).toBe('none');
    expect(decideTask(failed, 'status-query', NOW, timings)).toBe('reverse');
  });

  it('keeps the result of a success, such as a token', () => {
    expect(settled({}, 'success', { result: { token: '1234' } })).toMatchObject({ result: { token: '1234' } });
    expect(settled({}, 'success')).toMatchObject({ result: {} });
  });

  it('flags a processed payout that the provider refuses later, and a failed one that it pays', () => {
    expect(settled({ status: 'Processed', nextActionAt: null }, 'refusal')).toEqual({ disputed: true });
    const failed = { status: 'Failed', requireReversal: true, nextActionAt: ahead(60_000) } as const;
    expect(settled(failed, 'success')).toEqual({ disputed: true });
    expect(settled(failed, 'pending')).toEqual({});
  });

  it('flags a reversed payout at the very end of the second day without an answer', () => {
    const reversed = { status: 'Reversed', firstSentAt: ago(2 * DAY_MS) } as const;
    expect(settled(reversed, 'pending')).toEqual({ disputed: true, nextActionAt: null });
    expect(settled({ ...reversed, firstSentAt: ago(2 * DAY_MS - 1) }, 'pending')).toEqual({
      nextActionAt: ahead(600_000),
    });
  });

  it('waits for the answer of a payout that has no time of a first send', () => {
    expect(settled({ firstSentAt: null }, 'pending')).toMatchObject({ status: 'PendingTSQ' });
  });

  it('counts an answer of "not found" that was due, and every one to another status than PendingTSQ', () => {
    expect(settled({ nextActionAt: ahead(1) }, 'not-found')).not.toHaveProperty('notFoundQueries');
    expect(settled({ status: 'Processing', nextActionAt: ahead(1) }, 'not-found')).toMatchObject({
      status: 'PendingTSQ',
      notFoundQueries: 1,
    });
    expect(settled({ status: 'ConfirmManually', nextActionAt: ahead(1) }, 'not-found')).toMatchObject({
      status: 'ConfirmManually',
      nextActionAt: null,
    });
  });

  it('has the next step after a call when the call is over, and none when staff decide', () => {
    const after = (state: Partial<State>): Date | undefined => nextStepAt(payout(state), NOW, timings);
    expect(after({ status: 'Processing', lastAttemptAt: ago(10_000) })).toEqual(ahead(25_000));
    expect(after({ status: 'Processing', lastAttemptAt: null })).toEqual(ahead(35_000));
    expect(after({ status: 'Failed', requireReversal: false, nextActionAt: ahead(1) })).toBeUndefined();
    expect(after({ status: 'Failed', requireReversal: true, nextActionAt: null })).toEqual(NOW);
  });
});
