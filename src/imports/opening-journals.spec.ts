import { JOURNAL_LEGS_MAX, journalsOf, openingLegs } from './opening-journals';

const SUSPENSE = 9;

describe('openingLegs', () => {
  it('credit what the bank owes, debit what it is owed, and put the difference on the suspense ledger', () => {
    const legs = openingLegs(
      [
        { accountId: 1, balanceKobo: 500n },
        { accountId: 2, balanceKobo: -200n },
        { accountId: 3, balanceKobo: 0n },
      ],
      SUSPENSE,
    );
    expect(legs.map(({ accountId, side, amountKobo }) => [accountId, side, amountKobo])).toEqual([
      [1, 'credit', 500n],
      [2, 'debit', 200n],
      [SUSPENSE, 'debit', 300n],
    ]);
  });

  it('leave the suspense ledger out where balances are equal', () => {
    const legs = openingLegs(
      [
        { accountId: 1, balanceKobo: 5n },
        { accountId: 2, balanceKobo: -5n },
      ],
      SUSPENSE,
    );
    expect(legs.map(({ accountId }) => accountId)).toEqual([1, 2]);
  });
});

describe('journalsOf', () => {
  it('keeps the balances of one contract together, within the legs of a journal', () => {
    const contract = [1, 2, 3, 4].map((accountId) => ({ accountId, balanceKobo: accountId === 4 ? 0n : 1n }));
    const journals = journalsOf(Array.from({ length: 400 }, () => contract));
    expect(journals.map((balances) => balances.length)).toEqual([498, 498, 204]);
    expect(Math.max(...journals.map((balances) => balances.length))).toBeLessThan(JOURNAL_LEGS_MAX);
  });

  it('has no journal for contracts without a balance', () => {
    expect(journalsOf([[{ accountId: 1, balanceKobo: 0n }]])).toEqual([]);
  });
});
