import type { Side } from '../../ledger/engine/ledger-account.entity';
import { bookingLegs } from './booking-legs';

const PAYABLE = 1;
const EXPENSE = 2;
const OLD_PAYABLE = 3;
const ledgers = { balanceId: PAYABLE, resultId: EXPENSE };

describe('the booking of accrued interest', () => {
  const legsOf = (bookedKobo: bigint, ledgerId: number | null, targetKobo: bigint, side: Side = 'credit'): unknown =>
    bookingLegs({ bookedKobo, ledgerId }, targetKobo, ledgers, side).map(({ accountId, side: onSide, amountKobo }) => [
      accountId,
      onSide,
      amountKobo,
    ]);

  it.each([
    [
      'the first',
      0n,
      null,
      5n,
      [
        [PAYABLE, 'credit', 5n],
        [EXPENSE, 'debit', 5n],
      ],
    ],
    [
      'more',
      5n,
      PAYABLE,
      9n,
      [
        [PAYABLE, 'credit', 4n],
        [EXPENSE, 'debit', 4n],
      ],
    ],
    [
      'less',
      9n,
      PAYABLE,
      5n,
      [
        [PAYABLE, 'debit', 4n],
        [EXPENSE, 'credit', 4n],
      ],
    ],
    ['nothing new', 9n, PAYABLE, 9n, []],
    [
      'below zero',
      -2n,
      PAYABLE,
      1n,
      [
        [PAYABLE, 'credit', 3n],
        [EXPENSE, 'debit', 3n],
      ],
    ],
    [
      'a new ledger',
      9n,
      OLD_PAYABLE,
      12n,
      [
        [OLD_PAYABLE, 'debit', 9n],
        [PAYABLE, 'credit', 12n],
        [EXPENSE, 'debit', 3n],
      ],
    ],
    [
      'a new ledger alone',
      9n,
      OLD_PAYABLE,
      9n,
      [
        [OLD_PAYABLE, 'debit', 9n],
        [PAYABLE, 'credit', 9n],
      ],
    ],
  ])('%s', (_, bookedKobo, ledgerId, targetKobo, legs) => {
    expect(legsOf(bookedKobo, ledgerId, targetKobo)).toEqual(legs);
  });

  it('of a receivable is on the other side', () => {
    expect(legsOf(0n, null, 5n, 'debit')).toEqual([
      [PAYABLE, 'debit', 5n],
      [EXPENSE, 'credit', 5n],
    ]);
  });
});
