import type { AccountDirectoryEntry, AccountDirectoryKind } from '../ledger/chart/account-directory-entry.entity';
import type { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { buildCompoundPosting, keptEntries } from './compound-posting';
import type { PostEntryBody } from './postings.dto';

const account = (
  number: string,
  ledgerAccountId: number,
  kind: AccountDirectoryKind = 'deposit',
): AccountDirectoryEntry => ({
  institutionId: 1,
  number,
  kind,
  accountId: ledgerAccountId + 100,
  ledgerAccountId,
  virtualName: kind === 'virtual' ? 'Shop/Acme Ltd' : null,
  closed: false,
});
const entry = (side: 'Debit' | 'Credit', amount: number, narration?: string): PostEntryBody => ({
  account: 'A',
  side,
  amount,
  narration,
});

const refusal = (entries: PostEntryBody[], accounts: AccountDirectoryEntry[]): { code: string; details: object } => {
  try {
    buildCompoundPosting(entries, accounts);
  } catch (error) {
    return error as { code: string; details: object };
  }
  throw new Error('The posting was not refused.');
};

describe('buildCompoundPosting', () => {
  it('makes a principal leg for every entry and sums the debits', () => {
    const { legs, amountKobo } = buildCompoundPosting(
      [entry('Debit', 10.5), entry('Debit', 4.5, 'second'), entry('Credit', 15)],
      [account('A', 1), account('B', 2), account('V', 3, 'virtual')],
    );
    expect(amountKobo).toBe(1_500n);
    expect(legs).toEqual([
      { accountId: 1, side: 'debit', amountKobo: 1_050n, role: 'principal' },
      { accountId: 2, side: 'debit', amountKobo: 450n, role: 'principal', narration: 'second' },
      {
        accountId: 3,
        side: 'credit',
        amountKobo: 1_500n,
        role: 'principal',
        virtualAccountId: 103,
        virtualNumber: 'V',
      },
    ]);
  });

  it('lets one account have several legs on one side', () => {
    expect(
      buildCompoundPosting(
        [entry('Debit', 1), entry('Debit', 1), entry('Credit', 2)],
        [account('A', 1), account('A', 1), account('B', 2)],
      ).legs,
    ).toHaveLength(3);
  });

  it.each([
    {
      name: 'a virtual account in a debit leg',
      accounts: [account('V', 1, 'virtual'), account('B', 2)],
      code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED',
      field: 'entries[0].account',
    },
    {
      name: 'an account on both sides',
      accounts: [account('A', 1), account('A', 1)],
      code: 'SAME_ACCOUNT',
      field: 'entries[1].account',
    },
    {
      name: 'a settlement account and its virtual account',
      accounts: [account('A', 1), account('V', 1, 'virtual')],
      code: 'SAME_ACCOUNT',
      field: 'entries[1].account',
    },
  ])('refuses $name', ({ accounts, code, field }) => {
    expect(refusal([entry('Debit', 1), entry('Credit', 1)], accounts)).toMatchObject({ code, details: { field } });
  });

  it('refuses a total above the largest amount', () => {
    const entries = [entry('Debit', 999_999_999_999.99), entry('Debit', 0.01), entry('Credit', 1)];
    expect(refusal(entries, [account('A', 1), account('B', 2), account('C', 3)]).code).toBe('VALIDATION_FAILED');
  });
});

describe('keptEntries', () => {
  it('keeps the present account names and uses the narration of the posting where an entry has none', () => {
    const locked = new Map([[1, { name: 'Cash' } as LedgerAccount]]);
    expect(
      keptEntries(
        [entry('Debit', 5), entry('Credit', 5, 'own')],
        [account('A', 1), account('V', 2, 'virtual')],
        'common',
        locked,
      ),
    ).toEqual([
      { account: 'A', accountName: 'Cash', side: 'Debit', amount: 5, narration: 'common' },
      { account: 'A', accountName: 'Shop/Acme Ltd', side: 'Credit', amount: 5, narration: 'own' },
    ]);
  });
});
