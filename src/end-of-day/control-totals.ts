import { type Tx, withoutTimeLimit } from '../common/database/unit-of-work';

/**
 * The books of an institution in three sums, which change only with postings. Amounts are kobo as decimal text, for
 * JSON.
 */
export interface ControlTotals {
  debitsKobo: string;
  creditsKobo: string;
  entries: string;
}

/** `entry_seq` counts the entries of an account. */
const TOTALS = `SELECT coalesce(sum(debits_posted_kobo), 0)::text AS "debitsKobo",
  coalesce(sum(credits_posted_kobo), 0)::text AS "creditsKobo",
  coalesce(sum(entry_seq), 0)::text AS entries FROM ledger_account WHERE institution_id = $1`;

/** Reads the totals in this transaction, from every account of record and no entry. */
export async function readControlTotals(tx: Tx, institutionId: number): Promise<ControlTotals> {
  // One pass over the accounts takes longer than a request may for the largest institutions.
  await withoutTimeLimit(tx);
  const [totals] = await tx.query<[ControlTotals]>(TOTALS, [institutionId]);
  return totals;
}

export function isBalanced({ debitsKobo, creditsKobo }: ControlTotals): boolean {
  return debitsKobo === creditsKobo;
}

/** Adds `moved` to the totals; subtracts it when `sign` is −1. */
export function plusTotals(totals: ControlTotals, moved: ControlTotals, sign: 1 | -1 = 1): ControlTotals {
  const add = (a: string, b: string): string => (BigInt(a) + BigInt(sign) * BigInt(b)).toString();
  return {
    debitsKobo: add(totals.debitsKobo, moved.debitsKobo),
    creditsKobo: add(totals.creditsKobo, moved.creditsKobo),
    entries: add(totals.entries, moved.entries),
  };
}

export function sameTotals(a: ControlTotals, b: ControlTotals): boolean {
  return a.debitsKobo === b.debitsKobo && a.creditsKobo === b.creditsKobo && a.entries === b.entries;
}
