import type { Side } from '../../../ledger/engine/ledger-account.entity';
import type { PostingLeg } from '../../../ledger/engine/posting-request';

/** The two ledgers on which the interest of a product is booked. */
export interface InterestLedgers {
  /** Interest payable of savings, interest receivable of overdrafts. */
  balanceId: number;
  /** Interest expense of savings, interest income of overdrafts. */
  resultId: number;
}

/** The interest of a product and branch that is booked now. */
export interface BookedInterest {
  bookedKobo: bigint;
  /** Null before the first booking. */
  ledgerId: number | null;
}

/**
 * The legs that bring the booked interest to the accrued total. The change goes to the result ledger; when the
 * product's balance ledger has changed, the booked interest moves to the new one
 * (`docs/domain/deposits-and-interest.md#savings-books`).
 *
 * @param side the side on which the balance ledger grows: credit of a payable, debit of a receivable.
 * @returns no legs when the total is booked already.
 */
export function bookingLegs(
  { bookedKobo, ledgerId }: BookedInterest,
  targetKobo: bigint,
  ledgers: InterestLedgers,
  side: Side,
): PostingLeg[] {
  const growthByLedger = new Map<number, bigint>();
  const grow = (id: number, kobo: bigint): void => void growthByLedger.set(id, (growthByLedger.get(id) ?? 0n) + kobo);
  if (ledgerId !== null) grow(ledgerId, -bookedKobo);
  grow(ledgers.balanceId, targetKobo);
  // The result ledger takes the other side of the change of the balance ledgers.
  const changeKobo = targetKobo - bookedKobo;
  const legs = [...growthByLedger].map(([accountId, kobo]) => leg(accountId, kobo, side));
  return [...legs, leg(ledgers.resultId, changeKobo, otherSide(side))].filter(({ amountKobo }) => amountKobo > 0n);
}

function leg(accountId: number, kobo: bigint, side: Side): PostingLeg {
  return {
    accountId,
    side: kobo < 0n ? otherSide(side) : side,
    amountKobo: kobo < 0n ? -kobo : kobo,
    role: 'interest',
    namedByCaller: false,
  };
}

export function otherSide(side: Side): Side {
  return side === 'credit' ? 'debit' : 'credit';
}
