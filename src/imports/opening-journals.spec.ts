import { openingLegs } from './opening-journals';

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
