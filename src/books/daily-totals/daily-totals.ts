import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import { type Tx, UnitOfWork, withoutTimeLimit } from '../../common/database/unit-of-work';
import { bookedEntries, bookedMoves } from './booked-entries';
import { DailyTotalsProgress } from './daily-totals-progress.entity';

const SPAN = { after: '$2', through: '$3' };

/**
 * Writes the deltas of one business date. The entries are read once for both tables.
 */
const WRITE = `WITH entry AS MATERIALIZED (
    SELECT account_id, ledger_id, branch_id, business_date, value_date, sum(debits) AS debits, sum(credits) AS credits
      FROM (${bookedEntries(SPAN)}) b GROUP BY 1, 2, 3, 4, 5),
  account AS (
    INSERT INTO account_daily_total (institution_id, account_id, business_date, value_date, debits_kobo, credits_kobo)
    SELECT $1, account_id, business_date, value_date, sum(debits), sum(credits) FROM entry GROUP BY 2, 3, 4
    RETURNING 1),
  ledger AS (
    INSERT INTO ledger_daily_total
      (institution_id, ledger_id, branch_id, business_date, value_date, debits_kobo, credits_kobo)
    SELECT $1, ledger_id, branch_id, business_date, value_date, sum(debits), sum(credits)
      FROM (SELECT ledger_id, branch_id, business_date, value_date, debits, credits FROM entry
            UNION ALL
            SELECT ledger_id, branch_id, business_date, value_date, debits, credits FROM (${bookedMoves(SPAN)}) m) d
     GROUP BY 2, 3, 4, 5 RETURNING debits_kobo, credits_kobo)
  SELECT (SELECT count(*) FROM account) AS rows,
         (SELECT coalesce(sum(debits_kobo) - sum(credits_kobo), 0) FROM ledger)::text AS net`;

const NEXT_DATE = `SELECT date::text FROM end_of_day_run
  WHERE institution_id = $1 AND date > coalesce($2::date, '-infinity') AND date <= $3 ORDER BY date LIMIT 1`;

/**
 * Keeps the daily totals of accounts and ledgers (`docs/adr/0032-books-from-daily-deltas.md`). A business date is
 * written once, when no posting can carry it any more.
 */
@Injectable()
export class DailyTotals {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Writes the next date that is missing up to the closing one, in a transaction of its own. After an upgrade these are
   * all the dates of the past.
   * @returns the number of rows of accounts, and whether a date may be missing still; undefined when none is.
   */
  async writeNext({ institutionId, date }: ClosingDay): Promise<{ rows: number; isLast: boolean } | undefined> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const through = await this.lockProgress(tx, institutionId);
      const [next] = await tx.query<{ date: string }[]>(NEXT_DATE, [institutionId, through, date]);
      if (!next) return undefined;
      // The first date after an upgrade may have the entries of years.
      await withoutTimeLimit(tx);
      const [{ rows, net }] = await tx.query<[{ rows: string; net: string }]>(WRITE, [
        institutionId,
        through,
        next.date,
      ]);
      if (net !== '0')
        throw new Error(`The daily totals of ${next.date} do not balance: debits less credits are ${net} kobo.`);
      await tx.update(DailyTotalsProgress, { institutionId }, { through: next.date });
      return { rows: Number(rows), isLast: next.date === date };
    });
  }

  /** The lock lets one process write at a time. @returns the last date that is written. */
  private async lockProgress(tx: Tx, institutionId: number): Promise<string | null> {
    await tx.createQueryBuilder().insert().into(DailyTotalsProgress).values({ institutionId }).orIgnore().execute();
    const { through } = await tx.findOneOrFail(DailyTotalsProgress, {
      where: { institutionId },
      lock: { mode: 'for_no_key_update' },
    });
    return through;
  }
}
