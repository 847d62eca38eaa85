import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { GlCategory } from '../../ledger/chart/gl-account.entity';
import { bookedEntries, bookedMoves, IS_BACK_DATED, OPEN_DATES } from '../daily-totals/booked-entries';
import { hasDailyTotals } from '../daily-totals/daily-totals-progress.entity';
import type { BooksScope, DatesScope } from './books-scope';

const COLUMNS = 'ledger_id, branch_id, business_date, value_date, debits, credits';

const WRITTEN = `SELECT ledger_id, branch_id, business_date, value_date, debits_kobo AS debits, credits_kobo AS credits
  FROM ledger_daily_total WHERE institution_id = $1`;

/** Everything that ledgers moved. */
const MOVED = `${WRITTEN}
  UNION ALL SELECT ${COLUMNS} FROM (${bookedEntries(OPEN_DATES)}) e
  UNION ALL SELECT ${COLUMNS} FROM (${bookedMoves(OPEN_DATES)}) m`;

/** The movements of ledgers up to a day that has daily totals: of later entries only the back-dated ones count. */
const MOVED_BEFORE = `${WRITTEN}
  UNION ALL SELECT ${COLUMNS} FROM (${bookedEntries(OPEN_DATES)}) e WHERE ${IS_BACK_DATED}`;

/** Legs of the postings that carried the results of years to retained earnings. */
const CLOSINGS = `SELECT y.last_day::text AS "lastDay", e.account_id AS "ledgerId", p.business_date::text AS booked,
    p.value_date::text AS value, CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE -e.amount_kobo END::text AS net
  FROM accounting_period y
  JOIN posting p ON p.institution_id = $1 AND p.id = y.closing_posting_id
  JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = p.id
  JOIN ledger_account a ON a.institution_id = $1 AND a.id = e.account_id
 WHERE y.institution_id = $1 AND y.closing_posting_id IS NOT NULL
   AND ($2::bigint IS NULL OR coalesce(e.branch_id, a.branch_id, 0) = $2)`;

/** The movements of a ledger up to each of some dates, in the order of the dates. */
export interface LedgerBalance {
  id: number;
  code: string;
  name: string;
  category: GlCategory;
  debitsKobo: bigint[];
  creditsKobo: bigint[];
}

/** A leg by which the result of a year left an income or expense ledger. */
export interface YearClosingLeg {
  /** The last day of the year. */
  lastDay: string;
  ledgerId: number;
  /** The date by which the report counts. */
  date: string;
  /** Debits less credits. */
  netKobo: bigint;
}

type Row = Record<string, string> & { category: GlCategory };

/** Balances of ledgers as of past days: from daily totals, and from the entries of dates that have none yet. */
@Injectable()
export class LedgerBalances {
  /**
   * Every ledger of the chart by its code, with its totals at the end of each date. One snapshot has all the dates.
   * @param dates at most a few.
   * @param ledgerId only this ledger.
   */
  async at(tx: Tx, scope: BooksScope, dates: readonly string[], ledgerId?: number): Promise<LedgerBalance[]> {
    const moved = (await hasDailyTotals(tx, scope.institutionId, latest(dates))) ? MOVED_BEFORE : MOVED;
    const date = dateColumn(scope);
    const day = (index: number): string => `$${index + 5}::date`;
    const upTo = (index: number): string => `FILTER (WHERE m.${date} <= ${day(index)})`;
    const sums = dates.map(
      (_, index) => `sum(debits) ${upTo(index)} AS debits${index}, sum(credits) ${upTo(index)} AS credits${index}`,
    );
    const rows = await tx.query<Row[]>(
      `SELECT g.id, g.code, g.name, g.category, t.* FROM gl_account g
         LEFT JOIN (SELECT ledger_id, ${sums.join(', ')} FROM (${moved}) m
            WHERE ($2::bigint IS NULL OR m.branch_id = $2) AND ($3::date IS NULL OR m.business_date <= $3)
              AND ($4::bigint IS NULL OR m.ledger_id = $4)
              AND m.${date} <= greatest(${dates.map((_, index) => day(index)).join(', ')})
            GROUP BY ledger_id) t ON t.ledger_id = g.id
        WHERE g.institution_id = $1 AND ($4::bigint IS NULL OR g.id = $4) ORDER BY g.code`,
      [scope.institutionId, scope.branchId, scope.bookedThrough, ledgerId ?? null, ...dates],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      code: row.code!,
      name: row.name!,
      category: row.category,
      debitsKobo: dates.map((_, index) => BigInt(row[`debits${index}`] ?? 0)),
      creditsKobo: dates.map((_, index) => BigInt(row[`credits${index}`] ?? 0)),
    }));
  }

  /** Movement of every ledger in each branch until now, credits less debits; `HEAD_OFFICE` for no branch. */
  async byBranch(tx: Tx, institutionId: number): Promise<{ code: string; branchId: number; netKobo: bigint }[]> {
    const rows = await tx.query<{ code: string; branch_id: string; net: string }[]>(
      `SELECT g.code, m.branch_id, sum(m.credits - m.debits)::text AS net
         FROM gl_account g JOIN (${MOVED}) m ON m.ledger_id = g.id
        WHERE g.institution_id = $1 GROUP BY g.code, m.branch_id`,
      [institutionId],
    );
    return rows.map(({ code, branch_id, net }) => ({ code, branchId: Number(branch_id), netKobo: BigInt(net) }));
  }

  /** The closings of all years. */
  async closings(tx: Tx, scope: BooksScope): Promise<YearClosingLeg[]> {
    const rows = await tx.query<Record<'lastDay' | 'ledgerId' | 'booked' | 'value' | 'net', string>[]>(CLOSINGS, [
      scope.institutionId,
      scope.branchId,
    ]);
    return rows
      .filter(({ booked }) => scope.bookedThrough === null || booked <= scope.bookedThrough)
      .map(({ lastDay, ledgerId, booked, value, net }) => ({
        lastDay,
        ledgerId: Number(ledgerId),
        date: scope.basis === 'ValueDate' ? value : booked,
        netKobo: BigInt(net),
      }));
  }
}

/** The column of the date by which a report counts. */
export function dateColumn({ basis }: Pick<DatesScope, 'basis'>): string {
  return basis === 'ValueDate' ? 'value_date' : 'business_date';
}

function latest(dates: readonly string[]): string {
  return dates.reduce((last, date) => (date > last ? date : last));
}
