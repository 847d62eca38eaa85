import { completedResult, contradictsItself, lacksToken, wasJustAsked } from './late-tokens';
import { NO_RESULT } from './vend-facts';

const details = (service: string): { service: string } => ({ service });

describe('lacksToken', () => {
  it.each([
    ['Processed', 'electricity', {}, true],
    ['Processed', 'electricity', { token: null }, true],
    ['Processed', 'electricity', { token: '1' }, false],
    ['Processed', 'other', {}, false],
    ['PendingTSQ', 'electricity', {}, false],
    ['Reversed', 'electricity', {}, false],
  ] as const)('%s %s with %j: %s', (status, service, result, lacks) => {
    expect(lacksToken({ status, details: details(service), result })).toBe(lacks);
  });
});

describe('contradictsItself', () => {
  it.each([
    ['00', 'failure', true],
    ['00', 'refusal', true],
    ['00', 'not-received', true],
    ['00', 'pending', false],
    ['00', 'not-found', false],
    ['00', 'success', false],
    ['34', 'refusal', false],
    [null, 'not-received', false],
  ] as const)('%s and then %s: %s', (responseCode, kind, contradicts) => {
    expect(contradictsItself({ responseCode }, { kind })).toBe(contradicts);
  });
});

describe('wasJustAsked', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  it.each([
    ['just paid', { lastAttemptAt: ago(1), queries: 0 }, false],
    ['just asked', { lastAttemptAt: ago(9_999), queries: 1 }, true],
    ['asked long enough ago', { lastAttemptAt: ago(10_000), queries: 1 }, false],
    ['never called', { lastAttemptAt: null, queries: 0 }, false],
  ])('%s', (_, payout, expected) => {
    expect(wasJustAsked(payout, now, 10_000)).toBe(expected);
  });
});

describe('completedResult', () => {
  it('adds what was missing and keeps what was there', () => {
    expect(
      completedResult(
        { transactionId: 'T', token: null, tokenUnits: null },
        { transactionId: 'U', token: '1', tokenUnits: 5 },
      ),
    ).toEqual({ transactionId: 'T', token: '1', tokenUnits: 5 });
    expect(completedResult({ transactionId: 'T', token: '1', tokenUnits: 5 }, NO_RESULT)).toEqual({
      transactionId: 'T',
      token: '1',
      tokenUnits: 5,
    });
  });
});
