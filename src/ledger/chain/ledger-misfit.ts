/** Kinds of misfits of a ledger (docs/ledger-proof.md#findings). */
export const LEDGER_PROBLEMS = [
  'row-changed',
  'row-inserted',
  'row-deleted',
  'segment-changed',
  'segment-missing',
  'root-unknown',
  'signature-wrong',
  'posting-unbalanced',
  'entry-without-posting',
  'rows-out-of-order',
  'row-unreadable',
  'balance-wrong',
  'number-repeated',
  'number-missing',
  'account-totals-wrong',
] as const;
export type LedgerProblem = (typeof LEDGER_PROBLEMS)[number];

/** The first place where a ledger does not fit itself or its chain. */
export interface LedgerMisfit {
  problem: LedgerProblem;
  /** The business date of the row, or the last date of the segment; null for an account. */
  day: string | null;
  postingId: number | null;
  /** The leg of an entry; null for a posting. */
  leg: number | null;
  accountId: number | null;
  message: string;
}

/** A misfit of a row. */
export function misfit(
  problem: LedgerProblem,
  message: string,
  place: Partial<Omit<LedgerMisfit, 'problem' | 'message'>> = {},
): LedgerMisfit {
  return { problem, day: null, postingId: null, leg: null, accountId: null, ...place, message };
}
