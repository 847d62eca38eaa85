import type { AccountDirectoryEntry, AccountDirectoryKind } from '../ledger/chart/account-directory-entry.entity';
import { buildTransferLegs, type Charge, stampDutyKobo } from './transfer-legs';

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
      { accountId: 1, side: 'debit', amountKobo: 10n, role: 'fee', narration: 'Transfer fee', namedByCaller: true },
      { accountId: 7, side: 'credit', amountKobo: 10n, role: 'fee', narration: 'Transfer fee', namedByCaller: true },
      { accountId: 1, side: 'debit', amountKobo: 1n, role: 'tax', narration: 'VAT', namedByCaller: false },
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
      virtualNumber: 'N2',
    });
  });

  it('refuses a charge whose ledger is the debited account itself', () => {
    expect(() => buildTransferLegs(account(7, 'gl'), account(2), 5n, [charge({})])).toThrow(
      expect.objectContaining({ code: 'SAME_ACCOUNT' }),
    );
  });
});

describe('stampDutyKobo', () => {
  it.each<{ name: string; amountKobo: bigint; kind: AccountDirectoryKind; duty: bigint }>([
    { name: 'the smallest transfer that pays it', amountKobo: 1_000_000n, kind: 'deposit', duty: 5_000n },
    { name: 'a smaller transfer', amountKobo: 999_999n, kind: 'deposit', duty: 0n },
    { name: 'a transfer that a ledger sends', amountKobo: 1_000_000n, kind: 'gl', duty: 0n },
  ])('charges $duty kobo of stamp duty on $name', ({ amountKobo, kind, duty }) => {
    expect(stampDutyKobo(amountKobo, 5_000n, 1_000_000n, { kind })).toBe(duty);
  });
});
