import type { Tx } from '../../../common/database/unit-of-work';
import { addDays, daysBetween } from '../../../common/time/calendar';
import { INTEREST_BOOKS, type InterestKind } from '../interest-kinds';

/** The accrual of an account on one date. Amounts of text are kobo with decimals. */
export interface AccrualRecord {
  date: string;
  balanceKobo: bigint;
  /** Percent a year, as decimal text. */
  rate: string;
  /** Fractions of a kobo included. */
  accruedKobo: string;
  /** The interest accrued and not posted at the end of this date. */
  cumulativeKobo: string;
  /** True when the date's interest has been posted to the account since. */
  posted: boolean;
}

/** The longest period of a history. */
export const HISTORY_DAYS_MAX = 3_660;

/**
 * Reads the daily accruals of an account, oldest first. A date on which the account had no balance to earn on has no
 * record. The query lists every date, because dates come before accounts in the primary key.
 * @throws RangeError when the period has more than `HISTORY_DAYS_MAX` days.
 */
export async function accrualHistory(
  tx: Tx,
  institutionId: number,
  kind: InterestKind,
  accountId: number,
  { from, to }: { from: string; to: string },
): Promise<AccrualRecord[]> {
  const days = daysBetween(from, to) + 1;
  if (days > HISTORY_DAYS_MAX) throw new RangeError(`An accrual history has at most ${HISTORY_DAYS_MAX} days.`);
  const dates = Array.from({ length: Math.max(days, 0) }, (_, day) => addDays(from, day));
  const { accruals, unposted } = INTEREST_BOOKS[kind];
  const rows = await tx.query<(Omit<AccrualRecord, 'balanceKobo'> & { balanceKobo: string })[]>(
    `SELECT h.accrued_on AS date, h.balance_kobo AS "balanceKobo", h.rate, h.accrued_kobo AS "accruedKobo",
            h.cumulative_kobo AS "cumulativeKobo", coalesce(h.accrued_on <= u.posted_through, false) AS posted
       FROM ${accruals} h LEFT JOIN ${unposted} u ON u.institution_id = $1 AND u.account_id = $2
      WHERE h.institution_id = $1 AND h.account_id = $2 AND h.accrued_on = ANY($3::date[]) ORDER BY h.accrued_on`,
    [institutionId, accountId, dates],
  );
  return rows.map((row) => ({ ...row, balanceKobo: BigInt(row.balanceKobo) }));
}
