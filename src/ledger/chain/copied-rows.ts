import { assertInstitutionId } from '../../common/database/unit-of-work';

/**
 * Columns of the lines of postings, in their order (docs/ledger-proof.md#lines): those that never change once a posting
 * is posted.
 */
export const POSTING_LINE = [
  'business_date',
  'id',
  'debit_total_kobo',
  'credit_total_kobo',
  'amount_kobo',
  'fee_kobo',
  'kind',
  'reference',
  'transaction_reference',
  'channel',
  'narration',
  'maker',
  'checker',
  'value_date',
  'instrument_number',
  'reverses_id',
  'forced',
  'created_at',
  'posted_at',
] as const;

/** Columns of the lines of entries, in their order: the whole row, apart from its institution. */
export const ENTRY_LINE = [
  'business_date',
  'posting_id',
  'leg',
  'account_id',
  'seq',
  'side',
  'amount_kobo',
  'balance_after_kobo',
  'debits_after_kobo',
  'credits_after_kobo',
  'role',
  'screened_out_after_kobo',
  'screened_in_after_kobo',
  'narration',
  'virtual_account_id',
  'branch_id',
  'posted_at',
  'reverses_posted_at',
] as const;

/** Columns of the lines of accounts: their present totals. */
export const ACCOUNT_LINE = ['id', 'entry_seq', 'debits_posted_kobo', 'credits_posted_kobo', 'number'] as const;

/**
 * Times find the rows, business dates decide. A clock of the server that is set back by less than this leaves out no
 * row, which nobody could add to a sealed segment later.
 */
const MARGIN = `interval '1 day'`;

/** Business dates of a segment, with a bound that finds its postings along the index of times. */
export interface LineSpan {
  /** The dates after this one; null from the first. */
  after: string | null;
  through: string;
  /** The time of the last posting before the span; null without one. */
  postedAfter: Date | null;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const columnsOf = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name}`).join(', ');

/** A literal, because COPY takes no parameters. */
function dateLiteral(date: string): string {
  if (!DATE.test(date)) throw new RangeError(`${date} is not a date.`);
  return `'${date}'::date`;
}

function postedIn(institutionId: number, { after, through, postedAfter }: LineSpan): string {
  return [
    `p.institution_id = ${institutionId} AND p.status = 'Posted' AND p.business_date <= ${dateLiteral(through)}`,
    ...(after === null ? [] : [`p.business_date > ${dateLiteral(after)}`]),
    ...(postedAfter === null ? [] : [`p.posted_at >= '${postedAfter.toISOString()}'::timestamptz - ${MARGIN}`]),
  ].join(' AND ');
}

/** The lines of some dates, or of all; by the rows' own dates, whatever their times are. */
export type LineDates = Pick<LineSpan, 'after' | 'through'>;

const onDates = (alias: string, { after, through }: LineDates): string =>
  [`${alias}.business_date <= ${dateLiteral(through)}`]
    .concat(after === null ? [] : [`${alias}.business_date > ${dateLiteral(after)}`])
    .join(' AND ');

/** COPY of the lines of postings: of a span, found along the index of times; of some dates; or of all there are. */
export function postingLines(institutionId: number, part?: LineSpan | LineDates): string {
  assertInstitutionId(institutionId);
  const where = !part
    ? `p.institution_id = ${institutionId} AND p.status = 'Posted'`
    : 'postedAfter' in part
      ? postedIn(institutionId, part)
      : `p.institution_id = ${institutionId} AND p.status = 'Posted' AND ${onDates('p', part)}`;
  return `COPY (SELECT ${columnsOf('p', POSTING_LINE)} FROM posting p WHERE ${where}
    ORDER BY p.business_date, p.id) TO STDOUT`;
}

/**
 * COPY of the lines of entries. Those of a span are found through its postings; those of some dates, or all, are read
 * without a look at any posting, so that an entry without one is seen.
 */
export function entryLines(institutionId: number, part?: LineSpan | LineDates): string {
  assertInstitutionId(institutionId);
  const own = `posting_entry e WHERE e.institution_id = ${institutionId}`;
  const from = !part
    ? own
    : 'postedAfter' in part
      ? `posting p JOIN posting_entry e ON e.institution_id = p.institution_id AND e.posting_id = p.id
        WHERE ${postedIn(institutionId, part)}`
      : `${own} AND ${onDates('e', part)}`;
  return `COPY (SELECT ${columnsOf('e', ENTRY_LINE)} FROM ${from}
    ORDER BY e.business_date, e.posting_id, e.leg) TO STDOUT`;
}

/** COPY of the lines of accounts. */
export function accountLines(institutionId: number): string {
  assertInstitutionId(institutionId);
  return `COPY (SELECT ${columnsOf('a', ACCOUNT_LINE)} FROM ledger_account a WHERE a.institution_id = ${institutionId}
    ORDER BY a.id) TO STDOUT`;
}

/** Whether a span has postings, and with them entries. */
export function hasPostings(institutionId: number, span: LineSpan): string {
  return `SELECT EXISTS (SELECT 1 FROM posting p WHERE ${postedIn(institutionId, span)}) AS "hasPostings"`;
}

/** The time of the last posting of a span; null without one. */
export function lastPostedAt(institutionId: number, span: LineSpan): string {
  return `SELECT max(p.posted_at) AS "lastPostedAt" FROM posting p WHERE ${postedIn(institutionId, span)}`;
}
