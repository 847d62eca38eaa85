import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { addDays } from '../../../common/time/calendar';
import { searchedFrom } from '../../../end-of-day/rolled-at';
import type { Side } from '../../../ledger/engine/ledger-account.entity';
import { postingReferenceNumber } from '../../../ledger/engine/posting.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import type { LedgerEntriesQuery, LedgerEntriesView, LedgerEntryView } from '../balances.dto';
import { type BooksScope, booksScope, periodOf } from '../books-scope';
import { dateColumn, LedgerBalances } from '../ledger-balances';

/** The entries of a ledger in a period, by account and then in the order of booking. */
export class ListLedgerEntries extends Query<LedgerEntriesView> {
  constructor(
    readonly institutionId: number,
    readonly query: LedgerEntriesQuery,
  ) {
    super();
  }
}

interface Row {
  accountId: string;
  seq: string;
  postingId: string;
  number: string;
  booked: string;
  value: string;
  branch: string | null;
  side: Side;
  amount: string;
  narration: string;
}

const LEDGER_BRANCH = 'coalesce(e.branch_id, CASE WHEN m.id IS NULL THEN a.branch_id ELSE m.from_branch_id END, 0)';

/**
 * Entries of the accounts that are or were in the ledger, as far as they were in it when the entry was posted, account
 * by account. A value date is never after the booking date, so the entries of an account are read from the first one
 * whose time allows the period, however long its history is.
 */
const entries = (column: string): string => `SELECT a.id AS "accountId", a.number, e.*
  FROM ledger_account a
 CROSS JOIN LATERAL (SELECT coalesce(max(seq), 0) AS seq
    FROM (SELECT seq FROM posting_entry WHERE institution_id = $1 AND account_id = a.id
             AND posted_at < ${searchedFrom('($3::date - 1)')}
           ORDER BY posted_at DESC, seq DESC LIMIT 1) last) before
 CROSS JOIN LATERAL (SELECT e.seq, p.id AS "postingId", p.business_date::text AS booked, p.value_date::text AS value,
      b.branch_code AS branch, e.side, e.amount_kobo AS amount, coalesce(e.narration, p.narration) AS narration
    FROM posting_entry e
    JOIN posting p ON p.institution_id = $1 AND p.id = e.posting_id
    LEFT JOIN LATERAL (SELECT id, from_ledger_id, from_branch_id FROM ledger_account_move
      WHERE institution_id = $1 AND account_id = a.id AND entry_seq >= e.seq ORDER BY id LIMIT 1) m ON true
    LEFT JOIN branch b ON b.institution_id = $1 AND b.id = ${LEDGER_BRANCH}
   WHERE e.institution_id = $1 AND e.account_id = a.id AND e.seq > before.seq AND (a.id, e.seq) > ($7, $8)
     AND coalesce(m.from_ledger_id, a.control_account_id, a.id) = $2
     AND e.business_date >= $3 AND p.${column} BETWEEN $3 AND $4
     AND ($5::bigint IS NULL OR ${LEDGER_BRANCH} = $5) AND ($6::date IS NULL OR e.business_date <= $6)
   ORDER BY e.seq LIMIT $9) e
 WHERE a.institution_id = $1 AND a.id >= $7
   AND (a.id = $2 OR a.control_account_id = $2
     OR a.id IN (SELECT account_id FROM ledger_account_move WHERE institution_id = $1 AND from_ledger_id = $2))
 ORDER BY a.id, e.seq LIMIT $9`;

@QueryHandler(ListLedgerEntries)
export class ListLedgerEntriesHandler implements IQueryHandler<ListLedgerEntries> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly balances: LedgerBalances,
  ) {}

  /** @throws LEDGER_NOT_FOUND (404), BRANCH_NOT_FOUND (404), DATE_NOT_REACHED (422), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: ListLedgerEntries): Promise<LedgerEntriesView> {
    const { from, to } = periodOf(query);
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const scope = await booksScope(tx, institutionId, query, to);
      const balances = await this.balances.at(tx, scope, [addDays(from, -1), to]);
      const ledger = balances.find(({ code }) => code === query.LedgerCode);
      if (!ledger) throw ledgerErrors.LEDGER_NOT_FOUND();
      const rows = await this.page(tx, scope, ledger.id, query);
      const page = rows.slice(0, query.PageSize);
      const last = page.at(-1);
      const [debits, credits] = [ledger.debitsKobo, ledger.creditsKobo];
      return {
        code: ledger.code,
        name: ledger.name,
        openingBalance: koboToNaira(debits[0]! - credits[0]!),
        debits: koboToNaira(debits[1]! - debits[0]!),
        credits: koboToNaira(credits[1]! - credits[0]!),
        closingBalance: koboToNaira(debits[1]! - credits[1]!),
        entries: page.map(entryView),
        nextAfter: rows.length > page.length && last ? `${last.accountId}-${last.seq}` : null,
      };
    });
  }

  /** One row more than the page shows that there is another page. */
  private page(tx: Tx, scope: BooksScope, ledgerId: number, query: LedgerEntriesQuery): Promise<Row[]> {
    const [accountId, seq] = query.After.split('-');
    return tx.query<Row[]>(entries(dateColumn(scope)), [
      scope.institutionId,
      ledgerId,
      query.StartDate,
      query.EndDate,
      scope.branchId,
      scope.bookedThrough,
      accountId,
      seq,
      query.PageSize + 1,
    ]);
  }
}

function entryView(row: Row): LedgerEntryView {
  return {
    postingReferenceNumber: postingReferenceNumber(Number(row.postingId)),
    accountNumber: row.number,
    financialDate: row.booked,
    valueDate: row.value,
    branchCode: row.branch,
    side: row.side,
    amount: koboToNaira(BigInt(row.amount)),
    narration: row.narration,
  };
}
