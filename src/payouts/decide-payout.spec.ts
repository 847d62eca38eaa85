import {
  beginCall,
  decideTask,
  nextLookAt,
  type PayoutTask,
  type PayoutTrigger,
  reversalViolation,
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

const verdict = (kind: ProviderVerdict['kind']): ProviderVerdict => ({ kind, code: 'XX', message: 'said so' });
const settleAs = (state: State, kind: ProviderVerdict['kind'], sends = state.sends): ReturnType<typeof settle> =>
  settle(state, { verdict: verdict(kind), sends }, NOW, timings);

describe('decideTask', () => {
  it.each<[PayoutStatus, PayoutTrigger, Partial<State>, PayoutTask]>([
    ['Pending', 'request', {}, 'send'],
    ['Pending', 'worker', {}, 'send'],
    ['Pending', 'status-query', {}, 'send'],
    ['Processing', 'request', { lastAttemptAt: ago(34_999) }, 'none'],
    ['Processing', 'worker', { lastAttemptAt: ago(35_000) }, 'query'],
    ['Processing', 'status-query', { lastAttemptAt: ago(35_000) }, 'query'],
    ['PendingTSQ', 'request', {}, 'none'],
    ['PendingTSQ', 'worker', { nextActionAt: ahead(1) }, 'none'],
    ['PendingTSQ', 'worker', { nextActionAt: NOW }, 'query'],
    ['PendingTSQ', 'status-query', { lastAttemptAt: ago(9_999) }, 'none'],
    ['PendingTSQ', 'status-query', { lastAttemptAt: ago(10_000), nextActionAt: ahead(60_000) }, 'query'],
    ['PendingTSQ', 'status-query', { lastAttemptAt: ahead(3_600_000), nextActionAt: ahead(3_660_000) }, 'query'],
    ['Processing', 'status-query', { lastAttemptAt: ahead(3_600_000) }, 'none'],
    ['Failed', 'worker', { requireReversal: true, nextActionAt: NOW }, 'reverse'],
    ['Failed', 'worker', { requireReversal: true, nextActionAt: ahead(1) }, 'none'],
    ['Failed', 'worker', {}, 'none'],
    ['Failed', 'status-query', {}, 'query'],
    ['ConfirmManually', 'worker', {}, 'none'],
    ['ConfirmManually', 'status-query', {}, 'query'],
    ['Processed', 'status-query', {}, 'none'],
    ['Reversed', 'status-query', {}, 'none'],
    ['Reversed', 'worker', { nextActionAt: null }, 'none'],
    ['Reversed', 'worker', { nextActionAt: ahead(1) }, 'none'],
    ['Reversed', 'worker', { nextActionAt: NOW }, 'query'],
  ])('of %s for a %s (%j) is %s', (status, trigger, changes, task) => {
    expect(decideTask(payout({ status, ...changes }), trigger, NOW, timings)).toBe(task);
  });

  it('sends from Pending alone, whoever asks and whenever', () => {
    for (const status of PAYOUT_STATUSES) {
      for (const trigger of ['request', 'worker', 'status-query'] as const) {
        const task = decideTask(payout({ status, lastAttemptAt: null, nextActionAt: null }), trigger, NOW, timings);
        expect(task === 'send').toBe(status === 'Pending');
      }
    }
  });
});

describe('beginCall', () => {
  it('commits that a send may have happened before it does', () => {
    expect(beginCall(payout({ status: 'Pending', sends: 0, firstSentAt: null }), 'send', NOW)).toEqual({
      status: 'Processing',
      lastAttemptAt: NOW,
      sends: 1,
      firstSentAt: NOW,
    });
  });

  it('keeps the first send of a second one', () => {
    expect(beginCall(payout({ status: 'Pending' }), 'send', NOW)).toMatchObject({ sends: 2, firstSentAt: ago(60_000) });
  });

  it('leaves the state to the answer of a query', () => {
    expect(beginCall(payout(), 'query', NOW)).toEqual({ lastAttemptAt: NOW, queries: 1 });
  });
});

describe('settle', () => {
  it('ends a success', () => {
    const { changes, reverses } = settleAs(payout({ status: 'Processing' }), 'success');
    expect(changes).toMatchObject({ status: 'Processed', responseCode: 'XX', finishedAt: NOW, nextActionAt: null });
    expect(reverses).toBe(false);
  });

  it('gives the money back only for definite failures', () => {
    const kinds = ['success', 'failure', 'refusal', 'not-received', 'not-found', 'pending'] as const;
    const reversing = kinds.filter((kind) => settleAs(payout({ sends: 2 }), kind).reverses);
    expect(reversing).toEqual(['failure', 'not-received']);
  });

  it('asks about a refusal for a second day while the provider says nothing definite', () => {
    const DAY_MS = 86_400_000;
    const reversed = (ageMs: number): State => payout({ status: 'Reversed', firstSentAt: ago(ageMs) });
    expect(settleAs(reversed(DAY_MS), 'pending').changes).toEqual({ nextActionAt: ahead(600_000) });
    expect(settleAs(reversed(2 * DAY_MS), 'pending').changes).toEqual({ nextActionAt: null });
    expect(settleAs(reversed(DAY_MS), 'failure').changes).toEqual({ nextActionAt: null });
    expect(settleAs(reversed(DAY_MS), 'success').changes).toEqual({ disputed: true, nextActionAt: null });
  });

  it('asks for a day whether a provider stands by its refusal, unless nothing was sent', () => {
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

  it('leaves a refusal to staff', () => {
    expect(settleAs(payout(), 'refusal').changes).toMatchObject({ status: 'Failed', nextActionAt: null });
  });

  it('sends once more after a final "not received", and no third time', () => {
    expect(settleAs(payout({ sends: 1 }), 'not-received')).toMatchObject({
      changes: { status: 'Pending' },
      reverses: false,
    });
    expect(settleAs(payout({ sends: 2 }), 'not-received').reverses).toBe(true);
  });

  it('does not send again what waits for staff', () => {
    expect(settleAs(payout({ status: 'ConfirmManually', sends: 1 }), 'not-received').reverses).toBe(true);
  });

  it('leaves three answers without a record to staff', () => {
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

  it('counts no answer that a client got before its time', () => {
    const early = payout({ notFoundQueries: 2, nextActionAt: ahead(1) });
    expect(settleAs(early, 'not-found')).toEqual({
      changes: { responseCode: 'XX', responseMessage: 'said so' },
      reverses: false,
    });
    expect(settleAs({ ...early, nextActionAt: NOW }, 'not-found').changes).toMatchObject({ status: 'ConfirmManually' });
  });

  it('asks as often whether or not clients ask too', () => {
    expect(settleAs(payout({ queries: 30 }), 'pending').changes).toMatchObject({ nextActionAt: ahead(60_000) });
  });

  it('asks with growing pauses, at most an hour, and leaves it to staff after a day', () => {
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

  it('counts records that were not found in a row', () => {
    expect(settleAs(payout({ notFoundQueries: 2 }), 'pending').changes).toMatchObject({ notFoundQueries: 0 });
  });

  it('hears nothing but success about a send that a later one has followed', () => {
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
  ] as const)('of %s moves nothing on %s', (status, kind, changes) => {
    expect(settleAs(payout({ status, nextActionAt: null }), kind)).toEqual({ changes, reverses: false });
  });

  it('settles what waits for staff when the provider does at last', () => {
    const waiting = payout({ status: 'ConfirmManually' });
    expect(settleAs(waiting, 'success').changes).toMatchObject({ status: 'Processed' });
    expect(settleAs(waiting, 'failure').reverses).toBe(true);
    expect(settleAs(waiting, 'pending').changes).toMatchObject({ status: 'ConfirmManually' });
  });
});

describe('nextLookAt', () => {
  it('has the worker come back for everything that is not settled', () => {
    expect(nextLookAt(payout({ status: 'Pending' }), NOW, timings)).toEqual(NOW);
    expect(nextLookAt(payout({ status: 'Processing', lastAttemptAt: NOW }), NOW, timings)).toEqual(ahead(35_000));
    expect(nextLookAt(payout({ nextActionAt: ahead(5) }), NOW, timings)).toEqual(ahead(5));
    expect(nextLookAt(payout({ status: 'Reversed', nextActionAt: ahead(5) }), NOW, timings)).toEqual(ahead(5));
    expect(nextLookAt({ ...payout(), ...reversalViolation(NOW) }, NOW, timings)).toEqual(ahead(60_000));
  });

  it.each(['Failed', 'ConfirmManually', 'Processed', 'Reversed'] as const)('leaves %s alone', (status) => {
    expect(nextLookAt(payout({ status, nextActionAt: null }), NOW, timings)).toBeUndefined();
  });
});
