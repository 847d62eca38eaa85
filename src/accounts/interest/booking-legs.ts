import type { Side } from '../../ledger/engine/ledger-account.entity';
import type { PostingLeg } from '../../ledger/engine/posting-request';

/** Where the interest of a group of accounts stands in the books: what it is owed to, or owed by, and what it costs or brings. */
export interface InterestLedgers {
  /** Interest payable, or receivable. */
  balanceId: number;
  /** Interest expense, or income. */
  resultId: number;
}

/** What a group's balance ledger has of its interest now. */
export interface BookedInterest {
  bookedKobo: bigint;
  /** Null before the first booking. */
  ledgerId: number | null;
}

/**
 * The legs that bring the books to what is accrued: the change goes to the result, and what was booked moves along when the
 * product's ledger has changed.
 *
 * @param side on which the balance ledger grows: credit of a payable, debit of a receivable.
 * @returns no legs when the books say it already.
 */
export function bookingLegs(
  { bookedKobo, ledgerId }: BookedInterest,
  targetKobo: bigint,
  ledgers: InterestLedgers,
  side: Side,
): PostingLeg[] {
  const growth = new Map<number, bigint>();
  const grow = (id: number, kobo: bigint): void => void growth.set(id, (growth.get(id) ?? 0n) + kobo);
  if (ledgerId !== null) grow(ledgerId, -bookedKobo);
  grow(ledgers.balanceId, targetKobo);
  // The result ledger takes the other side of what the balance ledgers grow by.
  const changeKobo = targetKobo - bookedKobo;
  const legs = [...growth].map(([accountId, kobo]) => leg(accountId, kobo, side));
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
