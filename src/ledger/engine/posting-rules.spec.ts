import type { AppError } from '../../common/errors/app-error';
import type { BatchState } from './batch-reader';
import type { LedgerAccount, Side } from './ledger-account.entity';
import { ALREADY_HAPPENED, ORDINARY, type PostingLeg, type PostingRequest } from './posting-request';
import {
  accountViolation,
  balanceViolation,
  fundsViolation,
  limitViolation,
  movementsOf,
  mustBeForced,
} from './posting-rules';
import { account, leg, LIMITED, PLAIN, requestWith, reversalOf, stateOf } from './testing/batch-fixtures';

const codeOf = (error: { code: string } | undefined): string | undefined => error?.code;
const namedFee = (side: Side, amountKobo = 1n): PostingLeg => ({
  ...leg(1, side, amountKobo, 'fee'),
  namedByCaller: true,
});

describe('balanceViolation', () => {
  it.each([
    ['allows two equal legs', [leg(1, 'debit', 100n), leg(2, 'credit', 100n)], undefined],
    [
      'allows one debit and two credits of the same total',
      [leg(1, 'debit', 100n), leg(2, 'credit', 60n), leg(3, 'credit', 40n)],
      undefined,
    ],
    ['refuses debits above credits', [leg(1, 'debit', 101n), leg(2, 'credit', 100n)], 'UNBALANCED_POSTING'],
    ['refuses debits without a credit', [leg(1, 'debit', 100n), leg(2, 'debit', 100n)], 'UNBALANCED_POSTING'],
    ['refuses a posting without legs', [], 'UNBALANCED_POSTING'],
  ])('%s', (_, legs, code) => expect(codeOf(balanceViolation(legs))).toBe(code));

  it('throws for a leg of zero', () => {
    expect(() => balanceViolation([leg(1, 'debit', 0n), leg(2, 'credit', 0n)])).toThrow('positive');
  });
});

describe('accountViolation', () => {
  const byClient = { origin: 'api' as const, nature: ORDINARY };
  it.each([
    ['Active', 'debit', undefined],
    ['Active', 'credit', undefined],
    ['Frozen', 'debit', 'ACCOUNT_FROZEN'],
    ['Frozen', 'credit', undefined],
    ['Dormant', 'debit', 'ACCOUNT_DORMANT'],
    ['Dormant', 'credit', undefined],
    ['Inactive', 'debit', 'ACCOUNT_INACTIVE'],
    ['Inactive', 'credit', 'ACCOUNT_INACTIVE'],
    ['PendingApproval', 'credit', 'ACCOUNT_PENDING_APPROVAL'],
    ['Closed', 'debit', 'ACCOUNT_CLOSED'],
    ['Closed', 'credit', 'ACCOUNT_CLOSED'],
  ] as const)('a %s account answers a %s with %s', (status, side, code) => {
    expect(codeOf(accountViolation(account({ id: 1, status }), leg(1, side, 1n), byClient))).toBe(code);
  });

  it.each([
    ['Inactive', undefined],
    ['PendingApproval', undefined],
    ['Closed', 'ACCOUNT_CLOSED'],
  ] as const)('a credit of a reversal to a %s account gives %s', (status, code) => {
    expect(
      codeOf(
        accountViolation(account({ id: 1, status }), leg(1, 'credit', 1n, 'reversal'), {
          origin: 'api',
          nature: reversalOf(9),
        }),
      ),
    ).toBe(code);
  });

  it('refuses control ledgers to everyone, and ledgers not open to the API to clients only', () => {
    const closedToClients = account({ id: 1, kind: 'gl', allowApi: false });
    expect(
      codeOf(
        accountViolation(account({ id: 1, kind: 'gl', isControl: true }), leg(1, 'credit', 1n), {
          origin: 'system',
          nature: ORDINARY,
        }),
      ),
    ).toBe('CONTROL_LEDGER');
    expect(codeOf(accountViolation(closedToClients, leg(1, 'credit', 1n), byClient))).toBe('LEDGER_NOT_ALLOWED');
    expect(
      codeOf(accountViolation(closedToClients, leg(1, 'credit', 1n), { origin: 'portal', nature: ORDINARY })),
    ).toBeUndefined();
    expect(codeOf(accountViolation(closedToClients, leg(1, 'credit', 1n, 'fee'), byClient))).toBeUndefined();
    expect(codeOf(accountViolation(closedToClients, namedFee('credit'), byClient))).toBe('LEDGER_NOT_ALLOWED');
    expect(
      codeOf(accountViolation(closedToClients, { ...leg(1, 'credit', 1n), namedByCaller: false }, byClient)),
    ).toBeUndefined();
  });
});

describe('accountViolation of a fee that the caller names', () => {
  const byStaff = { origin: 'portal' as const, nature: ORDINARY };
  const fees = account({ id: 1, kind: 'gl', takesFees: true });
  const other = account({ id: 1, kind: 'gl' });

  it('refuses a ledger that takes no fees, whoever asks', () => {
    for (const asked of [byStaff, { ...byStaff, origin: 'api' as const }]) {
      expect(codeOf(accountViolation(other, namedFee('credit'), asked))).toBe('FEE_LEDGER_NOT_ALLOWED');
      expect(accountViolation(fees, namedFee('credit'), asked)).toBeUndefined();
    }
  });

  it('allows the account that pays it, and the fee of a tariff on any ledger', () => {
    expect(accountViolation(other, namedFee('debit'), byStaff)).toBeUndefined();
    expect(accountViolation(other, leg(1, 'credit', 1n, 'fee'), byStaff)).toBeUndefined();
  });
});

describe('fundsViolation', () => {
  const legs = [leg(1, 'debit', 100n), leg(2, 'credit', 100n)];
  const withPayer = (payer: Partial<LedgerAccount>): BatchState =>
    stateOf([account({ ...payer, id: 1 }), account({ id: 2 })]);

  it.each([
    ['allows the exact balance', { creditsPostedKobo: 100n }, undefined],
    ['refuses one kobo more than the balance', { creditsPostedKobo: 99n }, 'INSUFFICIENT_FUNDS'],
    ['refuses liened money', { creditsPostedKobo: 150n, lienedKobo: 51n }, 'INSUFFICIENT_FUNDS'],
    ['allows an overdraft that covers the amount', { creditsPostedKobo: 40n, overdraftLimitKobo: 60n }, undefined],
    [
      'refuses an overdraft that is one kobo short',
      { creditsPostedKobo: 39n, overdraftLimitKobo: 60n },
      'INSUFFICIENT_FUNDS',
    ],
    ['allows a ledger that may go negative', { kind: 'gl' as const, mayGoNegative: true }, undefined],
  ])('%s', (_, payer, code) => expect(codeOf(fundsViolation(withPayer(payer), legs))).toBe(code));

  it('lets a debit-normal ledger grow by debits and refuses to credit it below zero', () => {
    const state = stateOf([
      account({ id: 1, kind: 'gl', normalSide: 'debit', debitsPostedKobo: 50n }),
      account({ id: 2, creditsPostedKobo: 500n }),
    ]);
    expect(fundsViolation(state, [leg(1, 'debit', 500n), leg(2, 'credit', 500n)])).toBeUndefined();
    expect(codeOf(fundsViolation(state, [leg(1, 'credit', 51n), leg(2, 'debit', 51n)]))).toBe('INSUFFICIENT_FUNDS');
  });

  it('counts the credits of the same posting', () => {
    const state = stateOf([account({ id: 1, creditsPostedKobo: 10n }), account({ id: 2 })]);
    expect(fundsViolation(state, [leg(1, 'debit', 30n), leg(1, 'credit', 20n), leg(2, 'credit', 10n)])).toBeUndefined();
  });
});

describe('limitViolation', () => {
  const limitOf = (state: BatchState, request: PostingRequest): AppError | undefined =>
    limitViolation(state, request, movementsOf(state, request.legs));
  const legs = [leg(1, 'debit', 100n), leg(2, 'credit', 100n), leg(1, 'debit', 7n, 'fee'), leg(2, 'credit', 7n, 'fee')];
  const codeFor = (payer: Partial<LedgerAccount>, operation = LIMITED): string | undefined =>
    codeOf(limitOf(stateOf([account({ ...payer, id: 1 }), account({ id: 2 })]), requestWith(legs, { operation })));

  it.each([
    ['allows a debit without limits', {}, undefined],
    ['allows exactly the single limit, without the fee of a tariff', { singleLimitKobo: 100n }, undefined],
    ['refuses a debit above the single limit', { singleLimitKobo: 99n }, 'LIMIT_EXCEEDED'],
    [
      'allows exactly the rest of the day',
      { dailyLimitKobo: 150n, dailyUsedKobo: 50n, dailyUsedOn: '2026-11-21' },
      undefined,
    ],
    [
      'refuses a debit above the rest of the day',
      { dailyLimitKobo: 149n, dailyUsedKobo: 50n, dailyUsedOn: '2026-11-21' },
      'LIMIT_EXCEEDED',
    ],
    [
      'does not count the use of the day before',
      { dailyLimitKobo: 100n, dailyUsedKobo: 50n, dailyUsedOn: '2026-11-20' },
      undefined,
    ],
    ['refuses every debit under a limit of zero', { dailyLimitKobo: 0n }, 'LIMIT_EXCEEDED'],
  ])('%s', (_, payer, code) => expect(codeFor(payer)).toBe(code));

  it.each([
    [100n, undefined],
    [99n, 'LIMIT_EXCEEDED'],
  ])('a ceiling of %s kobo gives %s for a posting of 107 with a fee of the tariff', (kobo, code) => {
    const state = stateOf([account({ id: 1 }), account({ id: 2 })]);
    expect(
      codeOf(
        limitOf(state, {
          ...requestWith(legs, { operation: LIMITED }),
          ceiling: { name: 'instant transfer', kobo },
        }),
      ),
    ).toBe(code);
  });

  it('does not limit operations that do not count towards limits', () =>
    expect(codeFor({ singleLimitKobo: 1n }, PLAIN)).toBeUndefined());

  it('names the limit, the amount used and the amount requested', () => {
    const state = stateOf([
      account({ id: 1, dailyLimitKobo: 14_900n, dailyUsedKobo: 5_000n, dailyUsedOn: '2026-11-21' }),
      account({ id: 2 }),
    ]);
    const refusal = limitOf(
      state,
      requestWith([leg(1, 'debit', 10_000n), leg(2, 'credit', 10_000n)], { operation: LIMITED }),
    );
    expect(refusal?.message).toBe('The daily limit of ₦149.00 is exceeded: ₦50.00 used, ₦100.00 requested.');
  });
});

describe('movementsOf', () => {
  it('adds a fee that the caller names to the principal', () => {
    const state = stateOf([account({ id: 1 }), account({ id: 2, kind: 'gl' })]);
    const movements = movementsOf(state, [leg(1, 'debit', 60n), namedFee('debit', 40n), leg(2, 'credit', 100n)]);
    expect(movements.map(({ direction, amountKobo }) => [direction, amountKobo])).toEqual([
      ['outflow', 100n],
      ['inflow', 100n],
    ]);
  });

  it('sums the principal of each account and direction, without fees and taxes of the tariff', () => {
    const state = stateOf([account({ id: 1, screenedOutKobo: 900n }), account({ id: 2, screenedInKobo: 300n })]);
    state.windows.set(1, { outKobo: 250n, inKobo: 0n });
    const movements = movementsOf(state, [
      leg(1, 'debit', 60n),
      leg(1, 'debit', 40n),
      leg(1, 'debit', 5n, 'fee'),
      leg(1, 'debit', 1n, 'tax'),
      leg(2, 'credit', 106n),
    ]);
    expect(
      movements.map(({ account: { id }, direction, amountKobo, windowKobo }) => [
        id,
        direction,
        amountKobo,
        windowKobo,
      ]),
    ).toEqual([
      [1, 'outflow', 100n, 650n],
      [2, 'inflow', 106n, 300n],
    ]);
  });
});

describe('a posting of what has already happened', () => {
  const spend = [leg(1, 'debit', 100n), leg(2, 'credit', 100n)];
  const stateWith = (payer: Partial<LedgerAccount>): BatchState =>
    stateOf([account({ ...payer, id: 1 }), account({ id: 2 })]);

  it.each(['Active', 'Frozen', 'Dormant', 'Inactive', 'PendingApproval'] as const)(
    'is posted to a %s account',
    (status) => {
      for (const side of ['debit', 'credit'] as const)
        expect(
          accountViolation(account({ id: 1, status }), leg(1, side, 1n), {
            origin: 'system',
            nature: ALREADY_HAPPENED,
          }),
        ).toBeUndefined();
    },
  );

  it('is posted neither to a closed account nor to a control ledger', () => {
    expect(
      codeOf(
        accountViolation(account({ id: 1, status: 'Closed' }), leg(1, 'debit', 1n), {
          origin: 'system',
          nature: ALREADY_HAPPENED,
        }),
      ),
    ).toBe('ACCOUNT_CLOSED');
    expect(
      codeOf(
        accountViolation(account({ id: 1, isControl: true }), leg(1, 'debit', 1n), {
          origin: 'system',
          nature: ALREADY_HAPPENED,
        }),
      ),
    ).toBe('CONTROL_LEDGER');
  });

  it.each([
    ['enough money', { creditsPostedKobo: 100n }, false],
    ['one kobo too little', { creditsPostedKobo: 99n }, true],
    ['liened money', { creditsPostedKobo: 150n, lienedKobo: 51n }, true],
    ['a frozen account with enough money', { creditsPostedKobo: 100n, status: 'Frozen' as const }, true],
  ])('is marked as forced only when a rule forbids it: %s', (_, payer, expected) =>
    expect(mustBeForced(stateWith(payer), requestWith(spend, { nature: ALREADY_HAPPENED }))).toBe(expected),
  );

  it('is never marked as forced when it is an ordinary posting', () =>
    expect(mustBeForced(stateWith({}), requestWith(spend))).toBe(false));

  it('may credit an inactive account with a leg that gives money back, without force', () => {
    const back = [leg(2, 'debit', 10n, 'reversal'), leg(1, 'credit', 10n, 'reversal')];
    const state = stateOf([
      account({ id: 1, status: 'Inactive' }),
      account({ id: 2, kind: 'gl', mayGoNegative: true }),
    ]);
    expect(mustBeForced(state, requestWith(back, { nature: ALREADY_HAPPENED }))).toBe(false);
    expect(
      codeOf(
        accountViolation(account({ id: 1, status: 'Inactive' }), leg(1, 'debit', 1n, 'reversal'), {
          origin: 'system',
          nature: ORDINARY,
        }),
      ),
    ).toBe('ACCOUNT_INACTIVE');
  });
});
