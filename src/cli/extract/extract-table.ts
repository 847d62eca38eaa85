/**
 * The type of a column: `integer` is a whole number below 2^63, such as kobo; `date` is `YYYY-MM-DD`; `instant` is
 * ISO 8601 in UTC with milliseconds.
 */
export type ExtractType = 'text' | 'integer' | 'date' | 'instant';

/** A column of an extract, in the order of the file. */
export interface ExtractColumn {
  name: string;
  type: ExtractType;
}

/** The values of a row by column, as text. */
export type ExtractRow = Readonly<Record<string, string | null>>;

const columns = (type: ExtractType, names: string): ExtractColumn[] => names.split(' ').map((name) => ({ name, type }));

/** Legs of postings, in the order of their business dates and within a date of their times. */
export const ENTRY_COLUMNS: readonly ExtractColumn[] = [
  ...columns('date', 'business_date value_date'),
  ...columns('instant', 'posted_at'),
  ...columns('integer', 'posting_id leg'),
  ...columns('text', 'kind reference account_number account_kind ledger_code branch_code side role'),
  ...columns('integer', 'amount_kobo balance_after_kobo entry_number reverses_posting_id'),
  ...columns('text', 'narration'),
];

/** Balances of accounts and ledgers at the end of a day. */
export const BALANCE_COLUMNS: readonly ExtractColumn[] = [
  ...columns('date', 'date'),
  ...columns('text', 'account_number account_kind ledger_code branch_code normal_side'),
  ...columns('integer', 'debits_kobo credits_kobo balance_kobo'),
];

/** Events in the order of their numbers. */
export const EVENT_COLUMNS: readonly ExtractColumn[] = [
  ...columns('integer', 'sequence'),
  ...columns('text', 'event_id type'),
  ...columns('instant', 'occurred_at'),
  ...columns('text', 'resource_type resource_id data'),
];
