import type { Payout } from '../payouts/payout.entity';
import {
  changesOfTokenAnswer,
  completedResult,
  contradictsItself,
  lacksToken,
  wasJustQueried,
} from './late-token-rules';
import { NO_RESULT } from './vend-facts';

const details = (service: string): { service: string } => ({ service });

describe('lacksToken', () => {
  it.each<{ status: Payout['status']; service: string; result: Payout['result']; lacks: boolean }>([
    { status: 'Processed', service: 'electricity', result: {}, lacks: true },
    { status: 'Processed', service: 'electricity', result: { token: null }, lacks: true },
    { status: 'Processed', service: 'electricity', result: { token: '1' }, lacks: false },
    { status: 'Processed', service: 'other', result: {}, lacks: false },
    { status: 'PendingTSQ', service: 'electricity', result: {}, lacks: false },
    { status: 'Reversed', service: 'electricity', result: {}, lacks: false },
  ])(
    'lacks a token ($lacks): a $status vend of $service with the result $result',
    ({ status, service, result, lacks }) => {
      expect(lacksToken({ status, details: details(service), result })).toBe(lacks);
    },
  );
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
  ] as const)('contradicts itself with the code %s and then the verdict %s: %s', (responseCode, kind, contradicts) => {
    expect(contradictsItself({ responseCode }, { kind })).toBe(contradicts);
  });
});

describe('changesOfTokenAnswer', () => {
  const result = { transactionId: 'T', token: '1', tokenUnits: 5 };
  const success = { kind: 'success', code: '00', message: '', result } as const;
  const refusal = { kind: 'refusal', code: '34', message: '' } as const;
  const payout = { result: {}, responseCode: '00' };

  it('keeps the token of a paid vend, and lets staff look at one that the provider denies', () => {
    expect(changesOfTokenAnswer({ ...payout, status: 'Processed' }, success)).toEqual({ result });
    expect(changesOfTokenAnswer({ ...payout, status: 'Processed' }, refusal)).toEqual({ disputed: true });
  });

  it('gives no token for a vend whose money went back meanwhile, but lets staff look at it', () => {
    expect(changesOfTokenAnswer({ ...payout, status: 'Reversed' }, success)).toEqual({ disputed: true });
    expect(changesOfTokenAnswer({ ...payout, status: 'Reversed' }, refusal)).toEqual({});
  });
});

describe('wasJustQueried', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  it.each([
    { name: 'just paid', payout: { lastAttemptAt: ago(1), queries: 0 }, expected: false },
    { name: 'just queried', payout: { lastAttemptAt: ago(9_999), queries: 1 }, expected: true },
    { name: 'queried long enough ago', payout: { lastAttemptAt: ago(10_000), queries: 1 }, expected: false },
    { name: 'never called', payout: { lastAttemptAt: null, queries: 0 }, expected: false },
  ])('answers $expected for a vend that was $name', ({ payout, expected }) => {
    expect(wasJustQueried(payout, now, 10_000)).toBe(expected);
  });
});

describe('completedResult', () => {
  it('adds missing fields and keeps the known ones', () => {
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
