import type { Side } from '../../../ledger/engine/ledger-account.entity';
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
    {
      name: 'books the first accrual in full',
      bookedKobo: 0n,
      ledgerId: null,
      targetKobo: 5n,
      legs: [
        [PAYABLE, 'credit', 5n],
        [EXPENSE, 'debit', 5n],
      ],
    },
    {
      name: 'books the increase of the total',
      bookedKobo: 5n,
      ledgerId: PAYABLE,
      targetKobo: 9n,
      legs: [
        [PAYABLE, 'credit', 4n],
        [EXPENSE, 'debit', 4n],
      ],
    },
    {
      name: 'books the decrease of the total on the opposite sides',
      bookedKobo: 9n,
      ledgerId: PAYABLE,
      targetKobo: 5n,
      legs: [
        [PAYABLE, 'debit', 4n],
        [EXPENSE, 'credit', 4n],
      ],
    },
    {
      name: 'books nothing when the total is unchanged',
      bookedKobo: 9n,
      ledgerId: PAYABLE,
      targetKobo: 9n,
      legs: [],
    },
    {
      name: 'books the increase from a total below zero',
      bookedKobo: -2n,
      ledgerId: PAYABLE,
      targetKobo: 1n,
      legs: [
        [PAYABLE, 'credit', 3n],
        [EXPENSE, 'debit', 3n],
      ],
    },
    {
      name: 'moves the booked total to a new ledger and books the increase',
      bookedKobo: 9n,
      ledgerId: OLD_PAYABLE,
      targetKobo: 12n,
      legs: [
        [OLD_PAYABLE, 'debit', 9n],
        [PAYABLE, 'credit', 12n],
        [EXPENSE, 'debit', 3n],
      ],
    },
    {
      name: 'moves an unchanged total to a new ledger without touching the result',
      bookedKobo: 9n,
      ledgerId: OLD_PAYABLE,
      targetKobo: 9n,
      legs: [
        [OLD_PAYABLE, 'debit', 9n],
        [PAYABLE, 'credit', 9n],
      ],
    },
  ])('$name', ({ bookedKobo, ledgerId, targetKobo, legs }) => {
    expect(legsOf(bookedKobo, ledgerId, targetKobo)).toEqual(legs);
  });

  it('books a receivable on the opposite sides of a payable', () => {
    expect(legsOf(0n, null, 5n, 'debit')).toEqual([
      [PAYABLE, 'debit', 5n],
      [EXPENSE, 'credit', 5n],
    ]);
  });
});
