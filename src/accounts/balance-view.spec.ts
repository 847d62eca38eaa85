import { balanceView, extendedBalanceView } from './balance-view';

const account = {
  number: '0000010021',
  name: 'Adaeze Okafor',
  normalSide: 'credit' as const,
  debitsPostedKobo: 100_050n,
  creditsPostedKobo: 300_075n,
  lienedKobo: 5_000n,
  overdraftLimitKobo: 1_000n,
  status: 'Active' as const,
  lastPostedAt: new Date('2026-11-21T09:30:00.123Z'),
};

const balance = {
  accountNumber: '0000010021',
  accountName: 'Adaeze Okafor',
  availableBalance: 1960.25,
  ledgerBalance: 2000.25,
  currency: 'NGN',
};

describe('balanceView', () => {
  it('shows the ledger balance and the available balance', () => {
    expect(balanceView(account)).toStrictEqual(balance);
  });
});

describe('extendedBalanceView', () => {
  it('adds liens, overdraft, interest and minimum balance to the balance', () => {
    expect(extendedBalanceView(account, { minimumBalanceKobo: 100_000n, accruedInterestKobo: 1_234n })).toStrictEqual({
      ...balance,
      lienAmount: 50,
      overdraftLimit: 10,
      overdraftUsed: 0,
      unclearedBalance: 0,
      accruedInterest: 12.34,
      minimumBalance: 1000,
      withdrawableBalance: 960.25,
      lastTransactionDate: '2026-11-21T09:30:00.123Z',
      accountStatus: 'Active',
    });
  });

  it('shows how much of the overdraft an overdrawn account uses', () => {
    const overdrawn = { ...account, creditsPostedKobo: 99_550n, lienedKobo: 0n, lastPostedAt: null };
    expect(extendedBalanceView(overdrawn, { minimumBalanceKobo: 0n, accruedInterestKobo: 0n })).toMatchObject({
      ledgerBalance: -5,
      overdraftUsed: 5,
      availableBalance: 5,
      withdrawableBalance: 5,
      lastTransactionDate: null,
    });
  });

  it('never shows a withdrawable balance below zero', () => {
    expect(
      extendedBalanceView(account, { minimumBalanceKobo: 196_026n, accruedInterestKobo: 0n }).withdrawableBalance,
    ).toBe(0);
  });
});
