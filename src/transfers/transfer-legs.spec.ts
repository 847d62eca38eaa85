import type { AccountDirectoryEntry, AccountDirectoryKind } from '../ledger/chart/account-directory-entry.entity';
import { buildTransferLegs, type Charge, stampDutyKobo, vatKobo } from './transfer-legs';

const account = (ledgerAccountId: number, kind: AccountDirectoryKind = 'deposit'): AccountDirectoryEntry => ({
  institutionId: 1,
  number: `N${ledgerAccountId}`,
  kind,
  accountId: ledgerAccountId + 100,
  ledgerAccountId,
  virtualName: null,
  closed: false,
});
const charge = (facts: Partial<Charge>): Charge => ({
  role: 'fee',
  amountKobo: 10n,
  narration: 'Transfer fee',
  ledger: account(7, 'gl'),
  namedByCaller: true,
  ...facts,
});

describe('buildTransferLegs', () => {
  it('moves the amount and debits every charge to the same account', () => {
    const legs = buildTransferLegs(account(1), account(2), 1_000n, [
      charge({}),
      charge({ role: 'tax', amountKobo: 1n, narration: 'VAT', ledger: account(8, 'gl'), namedByCaller: false }),
    ]);
    expect(legs).toEqual([
      { accountId: 1, side: 'debit', amountKobo: 1_000n, role: 'principal' },
      { accountId: 2, side: 'credit', amountKobo: 1_000n, role: 'principal' },
      { accountId: 1, side: 'debit', amountKobo: 10n, role: 'fee', narration: 'Transfer fee' },
      { accountId: 7, side: 'credit', amountKobo: 10n, role: 'fee', narration: 'Transfer fee', namedByCaller: true },
      { accountId: 1, side: 'debit', amountKobo: 1n, role: 'tax', narration: 'VAT' },
      { accountId: 8, side: 'credit', amountKobo: 1n, role: 'tax', narration: 'VAT', namedByCaller: false },
    ]);
  });

  it('credits the settlement account of a virtual account and names the virtual account', () => {
    expect(buildTransferLegs(account(1), account(2, 'virtual'), 5n, [])[1]).toEqual({
      accountId: 2,
      side: 'credit',
      amountKobo: 5n,
      role: 'principal',
      virtualAccountId: 102,
    });
  });

  it('refuses a charge that the debited ledger would pay to itself', () => {
    expect(() => buildTransferLegs(account(7, 'gl'), account(2), 5n, [charge({})])).toThrow(
      expect.objectContaining({ code: 'SAME_ACCOUNT' }),
    );
  });
});

describe('vatKobo', () => {
  it.each([
    [1_000n, '0.075', 75n],
    [1_020n, '0.075', 77n],
    [1_006n, '0.075', 75n],
    [1n, '0.075', 0n],
    [99_999_999_999_999n, '0.075', 7_500_000_000_000n],
    [1_000n, '0', 0n],
  ])('of %p at %s is %p', (feeKobo, rate, vat) => {
    expect(vatKobo(feeKobo, rate)).toBe(vat);
  });
});

describe('stampDutyKobo', () => {
  it.each<[string, bigint, AccountDirectoryKind, bigint]>([
    ['the smallest transfer that bears it', 1_000_000n, 'deposit', 5_000n],
    ['a smaller transfer', 999_999n, 'deposit', 0n],
    ['a transfer that a ledger sends', 1_000_000n, 'gl', 0n],
  ])('on %s', (_, amountKobo, kind, duty) => {
    expect(stampDutyKobo(amountKobo, 5_000n, 1_000_000n, { kind })).toBe(duty);
  });
});
