import type { Tx } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';

/** The business dates of a report, both included. */
export interface DateSpan {
  from: string;
  to: string;
}

/** The first and last entry of an account in a period, with balances and totals. */
export interface AccountPeriod {
  institutionId: number;
  ledgerAccountId: number;
  /** Number of the first entry of the period; above `lastSeq` when the period has no entries. */
  firstSeq: number;
  lastSeq: number;
  openingKobo: bigint;
  closingKobo: bigint;
  debitsKobo: bigint;
  creditsKobo: bigint;
}

/**
 * Business dates never decrease along an account's entries, so a binary search finds the number of entries before a
 * date: some twenty look-ups of the primary key, however long the history is.
 */
const ENTRIES_UP_TO = (comparison: '<' | '<='): string => `
  WITH RECURSIVE search (low, high) AS (
    SELECT 1::bigint, entry_seq + 1 FROM ledger_account WHERE institution_id = $1 AND id = $2
    UNION ALL
    SELECT CASE WHEN before THEN middle + 1 ELSE low END, CASE WHEN before THEN high ELSE middle END
      FROM (SELECT low, high, middle,
                                      (SELECT e.business_date ${comparison} $3 FROM posting_entry e
                     WHERE e.institution_id = $1 AND e.account_id = $2 AND e.seq = middle) AS before
              FROM (SELECT low, high, (low + high) / 2 AS middle FROM search WHERE low < high) halved) looked)
  SELECT low - 1 AS entries FROM search WHERE low >= high`;

const BALANCES = `
  SELECT seq, balance_after_kobo, debits_after_kobo, credits_after_kobo FROM posting_entry
   WHERE institution_id = $1 AND account_id = $2 AND seq = ANY($3::bigint[])`;

interface Balances {
  seq: string;
  balance_after_kobo: string;
  debits_after_kobo: string;
  credits_after_kobo: string;
}

/**
 * Finds the first and last entry of an account in some business dates without reading all of them.
 * @throws SERVICE_UNAVAILABLE (503) when the replica does not have the account yet.
 */
export async function accountPeriod(
  tx: Tx,
  institutionId: number,
  ledgerAccountId: number,
  { from, to }: DateSpan,
): Promise<AccountPeriod> {
  const before = await entriesUpTo(tx, institutionId, ledgerAccountId, '<', from);
  const through = await entriesUpTo(tx, institutionId, ledgerAccountId, '<=', to);
  const rows = await tx.query<Balances[]>(BALANCES, [institutionId, ledgerAccountId, [before, through]]);
  const at = (seq: number): { balance: bigint; debits: bigint; credits: bigint } => {
    if (seq === 0) return { balance: 0n, debits: 0n, credits: 0n };
    const row = rows.find((candidate) => Number(candidate.seq) === seq);
    if (!row) throw new Error(`The account ${ledgerAccountId} has no entry ${seq}.`);
    return {
      balance: BigInt(row.balance_after_kobo),
      debits: BigInt(row.debits_after_kobo),
      credits: BigInt(row.credits_after_kobo),
    };
  };
  const [opening, closing] = [at(before), at(through)];
  return {
    institutionId,
    ledgerAccountId,
    firstSeq: before + 1,
    lastSeq: through,
    openingKobo: opening.balance,
    closingKobo: closing.balance,
    debitsKobo: closing.debits - opening.debits,
    creditsKobo: closing.credits - opening.credits,
  };
}

/** The number of entries of the period. */
export function entryCount({ firstSeq, lastSeq }: AccountPeriod): number {
  return lastSeq - firstSeq + 1;
}

async function entriesUpTo(
  tx: Tx,
  institutionId: number,
  ledgerAccountId: number,
  comparison: '<' | '<=',
  date: string,
): Promise<number> {
  const rows = await tx.query<{ entries: string }[]>(ENTRIES_UP_TO(comparison), [institutionId, ledgerAccountId, date]);
  if (!rows[0])
    throw commonErrors.SERVICE_UNAVAILABLE('The account is not available in reports yet; try again in a few seconds.');
  return Number(rows[0].entries);
}
