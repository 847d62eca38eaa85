import type { GatewayAnswer } from '../common/gateway/gateway-call';
import { decideLinkTask, FIRST_LOOK_AFTER_MS, isSurelyNotLinked, nextLinkLookAt, readLinkAnswer } from './decide-link';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
type State = Parameters<typeof decideLinkTask>[0];
const card = (facts: Partial<State> = {}): State => ({
  ...{
    status: 'Linking',
    serialNumber: 'SN1',
    linkAttempts: 0,
    chargePostingId: 7,
    chargeReversalPostingId: null,
    createdAt: now,
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
  it.each<[string, Partial<State>, boolean, string]>([
    ['a serial number can be sent at any time', {}, false, 'link'],
    ['a serial number is sent again under the same key', { linkAttempts: 3 }, false, 'link'],
    ['a card number at hand is sent', { serialNumber: null, linkAttempts: 2 }, true, 'link'],
    ['a card number that is gone is looked for', { serialNumber: null, linkAttempts: 1 }, false, 'find'],
    ['a card number that was never sent is over', { serialNumber: null }, false, 'fail'],
    ['a charge for nothing goes back', { status: 'Failed' }, false, 'give-back'],
    ['a charge that is back stays back', { status: 'Failed', chargeReversalPostingId: 8 }, true, 'none'],
    ['no charge, nothing to give back', { status: 'Failed', chargePostingId: null }, true, 'none'],
    ['linked is linked', { status: 'Active' }, true, 'none'],
    ['deleted stays deleted', { status: 'Deleted' }, true, 'none'],
  ])('%s', (_, facts, hasNumber, task) => expect(decideLinkTask(card(facts), hasNumber)).toBe(task));
});

describe('readLinkAnswer', () => {
  it.each<[string, GatewayAnswer, number, string]>([
    ['00 with the card', answered(200, { responseCode: '00', card: linked }), 1, 'linked'],
    ['00 at a repetition', answered(200, { responseCode: '00', card: linked }), 4, 'linked'],
    ['00 without a card', answered(200, { responseCode: '00' }), 1, 'unknown'],
    [
      '00 with a card without a name',
      answered(200, { responseCode: '00', card: { ...linked, cardReference: '' } }),
      1,
      'unknown',
    ],
    ['14', answered(200, { responseCode: '14' }), 1, 'refused'],
    ['14 at a repetition', answered(200, { responseCode: '14' }), 2, 'refused'],
    ['a code that is not final', answered(200, { responseCode: '09' }), 1, 'unknown'],
    ['no code', answered(200, {}), 1, 'unknown'],
    ['4xx to the only attempt', answered(401, {}), 1, 'refused'],
    ['4xx when an earlier attempt may have succeeded', answered(401, {}), 2, 'unknown'],
    ['409 when an earlier attempt may have succeeded', answered(409, { responseCode: '26' }), 2, 'unknown'],
    ['silence', { outcome: 'unknown', reason: 'timeout' }, 1, 'unknown'],
    ['not sent', { outcome: 'not-sent', reason: 'no-connection' }, 1, 'not-sent'],
  ])('%s', (_, answer, attempts, kind) => expect(readLinkAnswer(answer, attempts).kind).toBe(kind));

  it('masks a number that the provider shows whole', () => {
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
  ])('%s', (lastAttemptAt, expected) => expect(isSurelyNotLinked(card({ lastAttemptAt }), now)).toBe(expected));
});

describe('nextLinkLookAt', () => {
  const pauseMs = (facts: Partial<State>): number | undefined => {
    const at = nextLinkLookAt(card(facts), now);
    return at && at.getTime() - now.getTime();
  };
  it('waits as long again as the card has waited, within bounds', () => {
    expect([0, 60_000, 3_600_000, 99_999_999].map((waitedMs) => pauseMs({ createdAt: ago(waitedMs) }))).toEqual([
      FIRST_LOOK_AFTER_MS,
      60_000,
      3_600_000,
      3_600_000,
    ]);
  });
  it('ends with a settled card, but not before its charge is back', () => {
    expect([
      pauseMs({ status: 'Active' }),
      pauseMs({ status: 'Failed', chargeReversalPostingId: 1 }),
      pauseMs({ status: 'Failed' }),
    ]).toEqual([undefined, undefined, FIRST_LOOK_AFTER_MS]);
  });
});
