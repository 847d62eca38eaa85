import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { searchedFrom } from '../../end-of-day/rolled-at';
import { OPEN_DATES } from '../daily-totals/booked-entries';
import { hasDailyTotals } from '../daily-totals/daily-totals-progress.entity';
import type { DatesScope } from './books-scope';
import { dateColumn } from './ledger-balances';

/** The debits and credits of an account up to a day, in kobo. */
export interface MovedKobo {
  debitsKobo: bigint;
  creditsKobo: bigint;
}

const ENTRY = `SELECT p.business_date, p.value_date, CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE 0 END AS debits,
    CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE 0 END AS credits`;

/** Entries of an account on dates without daily totals. */
const OPEN_ENTRIES = `${ENTRY} FROM posting_entry e
  JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id
 WHERE e.institution_id = $1 AND e.account_id = $2 AND e.posted_at >= ${searchedFrom(OPEN_DATES.after)}
   AND p.business_date > coalesce(${OPEN_DATES.after}, '-infinity')`;

/**
 * Those of them that are back-dated, from their postings, because an account may have very many entries in a day. An
 * entry has the time of its posting. OFFSET 0 keeps the planner from the opposite order: it takes the few back-dated
 * postings for a share of all, and would read every entry of the account.
 */
const BACK_DATED_ENTRIES = `${ENTRY} FROM posting p
  CROSS JOIN LATERAL (SELECT side, amount_kobo FROM posting_entry
    WHERE institution_id = $1 AND account_id = $2 AND posted_at = p.posted_at AND posting_id = p.id OFFSET 0) e
 WHERE p.institution_id = $1 AND p.status = 'Posted' AND p.posted_at >= ${searchedFrom(OPEN_DATES.after)}
   AND p.business_date > coalesce(${OPEN_DATES.after}, '-infinity') AND p.value_date < p.business_date`;

const moved = (entries: string, date: string): string => `SELECT coalesce(sum(debits), 0)::text AS debits,
    coalesce(sum(credits), 0)::text AS credits
  FROM (SELECT business_date, value_date, debits_kobo AS debits, credits_kobo AS credits FROM account_daily_total
         WHERE institution_id = $1 AND account_id = $2
        UNION ALL ${entries}) m
 WHERE ${date} <= $3::date AND ($4::date IS NULL OR business_date <= $4)`;

/** Debits and credits of accounts up to past days: from daily totals, and from entries of dates that have none yet. */
@Injectable()
export class AccountBalances {
  /** @param accountId of record; a control ledger, which has no entries of its own, has nothing. */
  async at(tx: Tx, scope: DatesScope, accountId: number, date: string): Promise<MovedKobo> {
    const { institutionId, bookedThrough } = scope;
    const entries = (await hasDailyTotals(tx, institutionId, date)) ? BACK_DATED_ENTRIES : OPEN_ENTRIES;
    const [row] = await tx.query<{ debits: string; credits: string }[]>(moved(entries, dateColumn(scope)), [
      institutionId,
      accountId,
      date,
      bookedThrough,
    ]);
    return { debitsKobo: BigInt(row!.debits), creditsKobo: BigInt(row!.credits) };
  }
}
