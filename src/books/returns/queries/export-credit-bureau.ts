import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { commonErrors } from '../../../common/errors/common.errors';
import type { Column } from '../../../common/files/table';
import { IdentityNumbers } from '../../../common/identity/identity-numbers';
import { daysBetween } from '../../../common/time/calendar';
import { printedDate } from '../../../common/time/printed-date';
import { InstitutionSettings } from '../../../institutions/settings/institution-settings';
import { disbursementReversedSql } from '../../../loans/history/reversed-disbursement';
import { ECONOMIC_SECTORS } from '../../../loans/origination/economic-sectors';
import { assertDayClosed } from '../../../reports/portfolio/closed-days';
import { ReportFiles } from '../../report-files';
import type { BureauColumn, BureauField } from '../bureau-columns';
import { datedAccounts } from '../dated-accounts';
import { returnLayoutsOf } from '../return-layouts';
import type { CreditBureauQuery } from '../returns.dto';
import { RETURN_LAYOUTS } from '../returns.settings';

/** Most loans of one file. */
const BUREAU_ROWS_MAX = 200_000;

/** The write-off of a loan `l` until the date: its day, null for none, and the principal. */
const WRITTEN_OFF = `SELECT max(t.business_date) AS day, coalesce(sum(t.principal_kobo), 0) AS kobo
  FROM loan_transaction t
 WHERE t.institution_id = $1 AND t.loan_id = l.id AND t.kind = 'WriteOff' AND t.business_date <= $2::date`;

/** The recoveries of a loan until the date, without payments that were reversed by then. */
const CAME_BACK = `SELECT coalesce(sum(t.amount_kobo), 0) AS kobo FROM loan_transaction t
 WHERE t.institution_id = $1 AND t.loan_id = l.id AND t.kind = 'Recovery' AND t.business_date <= $2::date
   AND NOT EXISTS (SELECT 1 FROM loan_event e
     JOIN loan_event r ON r.institution_id = $1 AND r.reverses_id = e.id AND r.business_date <= $2::date
    WHERE e.institution_id = $1 AND e.loan_id = l.id AND e.posting_id = t.posting_id)`;

/** The arrears with which the loan was written off. */
const LAST_POSITION = `SELECT o.overdue_since FROM loan_position o
 WHERE o.institution_id = $1 AND o.loan_id = l.id AND o.date < w.day ORDER BY o.date DESC LIMIT 1`;

/**
 * The loans that ran during the month of a date ($2, first day $3), with their borrowers. A loan that was written off
 * is still owed, so it is listed until all has come back, with its arrears and the principal that is still owed; one
 * whose disbursement was reversed was never lent.
 */
const LOANS = `SELECT u.customer_number AS "customerID", u.name AS "customerName", u.customer_type AS "customerType",
    u.date_of_birth::text AS "dateOfBirth", u.gender, coalesce(u.sealed_bvn, u.bvn) AS bvn,
    u.registration_number AS "registrationNumber", u.phone_number AS "phoneNumber", u.address,
    l.loan_account_number AS "loanAccountNumber", g.name AS "productName",
    k.particulars ->> 'economicSector' AS "economicSector", b.branch_code AS "branchCode",
    l.disbursement_date::text AS "disbursementDate", l.maturity_date::text AS "maturityDate",
    CASE WHEN l.closed_date <= $2::date THEN l.closed_date::text END AS "closedDate", l.principal_kobo::text AS disbursed,
    CASE WHEN w.day IS NULL THEN -d.kobo ELSE greatest(w.kobo - c.kobo, 0) END::text AS outstanding,
    CASE WHEN w.day IS NOT NULL THEN 'Lost' ELSE p.classification END AS classification,
    CASE WHEN l.closed_date <= $2::date THEN NULL WHEN w.day IS NULL THEN p.overdue_since
         ELSE a.overdue_since END::text AS "overdueSince",
    CASE WHEN l.closed_date <= $2::date THEN l.status WHEN w.day IS NOT NULL THEN 'WrittenOff'
         WHEN p.overdue_since IS NOT NULL THEN 'Delinquent' ELSE 'Active' END AS status
  FROM (${datedAccounts('SELECT id FROM loan WHERE institution_id = $1 AND disbursement_date <= $2::date')}) d
  JOIN loan l ON l.institution_id = $1 AND l.id = d.id
  JOIN loan_contract k ON k.institution_id = $1 AND k.id = l.contract_id
  JOIN customer u ON u.institution_id = $1 AND u.id = l.customer_id
  JOIN product g ON g.institution_id = $1 AND g.id = l.product_id
  JOIN branch b ON b.institution_id = $1 AND b.id = l.branch_id
  LEFT JOIN loan_position p ON p.institution_id = $1 AND p.loan_id = d.id AND p.date <= $2::date AND p.until > $2::date
 CROSS JOIN LATERAL (${WRITTEN_OFF}) w
 CROSS JOIN LATERAL (${CAME_BACK}) c
  LEFT JOIN LATERAL (${LAST_POSITION}) a ON true
 WHERE (d.kobo <> 0 OR l.closed_date IS NULL OR l.closed_date >= $3::date) AND NOT ${disbursementReversedSql('$2')}
 ORDER BY l.loan_account_number LIMIT ${BUREAU_ROWS_MAX + 1}`;

type StoredLoan = Record<
  Exclude<BureauField, 'disbursedAmount' | 'outstandingPrincipal' | 'daysPastDue'>,
  string | null
> & {
  disbursed: string;
  outstanding: string;
  overdueSince: string | null;
};

/** The file of a month's loans for a credit bureau. */
export class ExportCreditBureau extends Query<StreamableFile> {
  constructor(
    readonly institutionId: number,
    readonly query: CreditBureauQuery,
  ) {
    super();
  }
}

@QueryHandler(ExportCreditBureau)
export class ExportCreditBureauHandler implements IQueryHandler<ExportCreditBureau> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly identity: IdentityNumbers,
    private readonly files: ReportFiles,
  ) {}

  /** @throws DAY_NOT_CLOSED, EXPORT_TOO_LARGE (422) */
  async execute({ institutionId, query }: ExportCreditBureau): Promise<StreamableFile> {
    const { Date: date, Format } = query;
    const { loans, columns } = await this.unitOfWork.readReport(institutionId, async (tx) => ({
      loans: await this.loansOf(tx, institutionId, date),
      columns: returnLayoutsOf(await this.settings.getWithin(tx, institutionId, RETURN_LAYOUTS)).creditBureau,
    }));
    return this.files.make(institutionId, Format, {
      name: `credit-bureau-${date}`,
      title: 'Loans for the credit bureau',
      facts: [
        ['As of', printedDate(date)],
        ['Loans', String(loans.length)],
      ],
      columns: columns.map((column) => this.columnOf(institutionId, date, column)),
      rows: loans,
    });
  }

  private async loansOf(tx: Tx, institutionId: number, date: string): Promise<StoredLoan[]> {
    await assertDayClosed(tx, institutionId, date);
    const loans = await tx.query<StoredLoan[]>(LOANS, [institutionId, date, `${date.slice(0, 8)}01`]);
    if (loans.length > BUREAU_ROWS_MAX)
      throw commonErrors.EXPORT_TOO_LARGE('There are more loans than one file takes.', { rowsMax: BUREAU_ROWS_MAX });
    return loans;
  }

  private columnOf(institutionId: number, date: string, { title, field }: BureauColumn): Column<StoredLoan> {
    switch (field) {
      case 'disbursedAmount':
        return { title, width: 16, kind: 'money', value: ({ disbursed }) => BigInt(disbursed) };
      case 'outstandingPrincipal':
        return { title, width: 16, kind: 'money', value: ({ outstanding }) => BigInt(outstanding) };
      case 'daysPastDue':
        return {
          title,
          width: 10,
          kind: 'number',
          value: ({ overdueSince }) => (overdueSince === null ? 0 : Math.max(daysBetween(overdueSince, date) + 1, 0)),
        };
      case 'dateOfBirth':
      case 'disbursementDate':
      case 'maturityDate':
      case 'closedDate':
        return { title, width: 12, kind: 'date', value: (loan) => loan[field] };
      case 'bvn':
        return {
          title,
          width: 13,
          kind: 'text',
          value: ({ bvn }) => bvn && this.identity.open(institutionId, 'bvn', bvn),
        };
      case 'economicSector':
        return { title, width: 24, kind: 'text', value: ({ economicSector }) => sectorText(economicSector) };
      case 'phoneNumber':
        // A plus sign begins a formula in a spreadsheet, so the writers would put an apostrophe before it.
        return { title, width: 20, kind: 'text', value: ({ phoneNumber }) => phoneNumber?.replace(/^\+/, '') ?? null };
      default:
        return { title, width: 20, kind: 'text', value: (loan) => loan[field] };
    }
  }
}

function sectorText(code: string | null): string | null {
  const name = code && ECONOMIC_SECTORS[Number(code) as keyof typeof ECONOMIC_SECTORS];
  return name ? `${code} ${name}` : code;
}
