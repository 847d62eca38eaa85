import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { decideLinkTask, FIRST_STEP_AFTER_MS, isSurelyNotLinked, nextLinkStepAt, readLinkAnswer } from './decide-link';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const WEEK_MS = 7 * 86_400_000;
type State = Parameters<typeof decideLinkTask>[0];
const card = (facts: Partial<State> = {}): State => ({
  ...{
    status: 'Linking',
    serialNumber: 'SN1',
    linkAttempts: 0,
    chargePostingId: 7,
    chargeReversalPostingId: null,
    statusAsOf: now,
    lastAttemptAt: null,
  },
  ...facts,
});
const answered = (status: number, body: Record<string, unknown>): GatewayAnswer => ({
  outcome: 'answered',
  status,
  body,
});
const linked = {
  cardReference: 'CRD-1',
  accountNumber: '0000000011',
  maskedPan: '506146*********3210',
  status: 'Active',
};

describe('decideLinkTask', () => {
  it.each<{ name: string; facts: Partial<State>; hasNumber: boolean; task: string }>([
    { name: 'a serial number', facts: {}, hasNumber: false, task: 'link' },
    { name: 'a serial number that was sent before', facts: { linkAttempts: 3 }, hasNumber: false, task: 'link' },
    {
      name: 'a card number that is available',
      facts: { serialNumber: null, linkAttempts: 2 },
      hasNumber: true,
      task: 'link',
    },
    {
      name: 'a card number that was sent and is no longer available',
      facts: { serialNumber: null, linkAttempts: 1 },
      hasNumber: false,
      task: 'find',
    },
    {
      name: 'a card number that was never sent and is no longer available',
      facts: { serialNumber: null },
      hasNumber: false,
      task: 'fail',
    },
    {
      name: 'a serial number whose requests have failed for almost a week',
      facts: { linkAttempts: 3, statusAsOf: ago(WEEK_MS - 1) },
      hasNumber: false,
      task: 'link',
    },
    {
      name: 'a serial number whose requests have failed for a week',
      facts: { linkAttempts: 3, statusAsOf: ago(WEEK_MS) },
      hasNumber: false,
      task: 'find',
    },
    {
      name: 'a serial number that could not be sent for a week',
      facts: { statusAsOf: ago(WEEK_MS) },
      hasNumber: false,
      task: 'fail',
    },
    { name: 'a failed card with a charge', facts: { status: 'Failed' }, hasNumber: false, task: 'give-back' },
    {
      name: 'a failed card whose charge was returned',
      facts: { status: 'Failed', chargeReversalPostingId: 8 },
      hasNumber: true,
      task: 'none',
    },
    {
      name: 'a failed card without a charge',
      facts: { status: 'Failed', chargePostingId: null },
      hasNumber: true,
      task: 'none',
    },
    { name: 'an active card', facts: { status: 'Active' }, hasNumber: true, task: 'none' },
    { name: 'a deleted card', facts: { status: 'Deleted' }, hasNumber: true, task: 'none' },
  ])('$task: $name', ({ facts, hasNumber, task }) => expect(decideLinkTask(card(facts), hasNumber, now)).toBe(task));
});

describe('readLinkAnswer', () => {
  it.each<{ name: string; answer: GatewayAnswer; attempts: number; kind: string }>([
    {
      name: '00 with the card',
      answer: answered(200, { responseCode: '00', card: linked }),
      attempts: 1,
      kind: 'linked',
    },
    {
      name: '00 after a repetition',
      answer: answered(200, { responseCode: '00', card: linked }),
      attempts: 4,
      kind: 'linked',
    },
    { name: '00 without a card', answer: answered(200, { responseCode: '00' }), attempts: 1, kind: 'unknown' },
    {
      name: '00 with a card without a reference',
      answer: answered(200, { responseCode: '00', card: { ...linked, cardReference: '' } }),
      attempts: 1,
      kind: 'unknown',
    },
    { name: '14', answer: answered(200, { responseCode: '14' }), attempts: 1, kind: 'refused' },
    { name: '14 after a repetition', answer: answered(200, { responseCode: '14' }), attempts: 2, kind: 'refused' },
    { name: 'a code that is not final', answer: answered(200, { responseCode: '09' }), attempts: 1, kind: 'unknown' },
    { name: 'no code', answer: answered(200, {}), attempts: 1, kind: 'unknown' },
    { name: '4xx to the only attempt', answer: answered(401, {}), attempts: 1, kind: 'refused' },
    { name: '4xx when an earlier attempt may have succeeded', answer: answered(401, {}), attempts: 2, kind: 'unknown' },
    {
      name: '409 when an earlier attempt may have succeeded',
      answer: answered(409, { responseCode: '26' }),
      attempts: 2,
      kind: 'unknown',
    },
    { name: 'no answer', answer: { outcome: 'unknown', reason: 'timeout' }, attempts: 1, kind: 'unknown' },
    {
      name: 'a request that was not sent',
      answer: { outcome: 'not-sent', reason: 'no-connection' },
      attempts: 1,
      kind: 'not-sent',
    },
  ])('reads $name as $kind', ({ answer, attempts, kind }) => expect(readLinkAnswer(answer, attempts).kind).toBe(kind));

  it('masks a card number that the provider returns whole', () => {
    const verdict = readLinkAnswer(
      answered(200, { responseCode: '00', card: { ...linked, maskedPan: '5061460410120223210' } }),
      1,
    );
    expect(verdict).toMatchObject({ card: { maskedPan: '506146*********3210' } });
  });
});

describe('isSurelyNotLinked', () => {
  it.each([
    [null, false],
    [ago(86_399_999), false],
    [ago(86_400_000), true],
  ])('for a last attempt at %s is %s', (lastAttemptAt, expected) =>
    expect(isSurelyNotLinked(card({ lastAttemptAt }), now)).toBe(expected),
  );
});

describe('nextLinkStepAt', () => {
  const pauseMs = (facts: Partial<State>): number | undefined => {
    const at = nextLinkStepAt(card(facts), now);
    return at && at.getTime() - now.getTime();
  };
  it('doubles the pause each time, between ten seconds and an hour', () => {
    expect([0, 60_000, 3_600_000, 99_999_999].map((waitedMs) => pauseMs({ statusAsOf: ago(waitedMs) }))).toEqual([
      FIRST_STEP_AFTER_MS,
      60_000,
      3_600_000,
      3_600_000,
    ]);
  });
  it('ends with a settled card whose charge is returned', () => {
    expect([
      pauseMs({ status: 'Active' }),
      pauseMs({ status: 'Failed', chargeReversalPostingId: 1 }),
      pauseMs({ status: 'Failed' }),
    ]).toEqual([undefined, undefined, FIRST_STEP_AFTER_MS]);
  });
});
