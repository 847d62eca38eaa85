import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { disbursementReversedSql } from '../../../loans/history/reversed-disbursement';
import { daysPastDueSql, ratioPercent } from '../ageing-bands';
import { assertDayClosed } from '../closed-days';
import type { VintagesQuery, VintagesView } from '../portfolio.dto';

/** The loans of each month of disbursement, followed from month to month. */
export class GetVintages extends Query<VintagesView> {
  constructor(
    readonly institutionId: number,
    readonly query: VintagesQuery,
  ) {
    super();
  }
}

/** Months of disbursement in the table. */
const MONTHS = 24;

interface Row {
  month: string;
  age: number;
  asOf: string;
  loans: number;
  disbursed: string;
  principal: string;
  atRisk: string;
  writtenOff: string;
}

/**
 * Every loan of the months at every end of a month since its disbursement, and at the date itself. Ends of months
 * before positions were kept are left out. A loan whose disbursement was reversed is no loan from that day on. Joins
 * of the loans name the institution again: Citus ends the server over a join of its rows with days that does not.
 */
const VINTAGES = `WITH ends AS (
    SELECT least((month + interval '1 month')::date - 1, $2::date) AS as_of
      FROM generate_series(date_trunc('month', $2::date) - interval '${MONTHS - 1} months',
                           date_trunc('month', $2::date), interval '1 month') month),
  kept AS (SELECT as_of FROM ends WHERE as_of >= (SELECT min(date) FROM loan_position WHERE institution_id = $1)),
  loans AS (
    SELECT institution_id, id, date_trunc('month', disbursement_date)::date AS month, disbursement_date, principal_kobo
      FROM loan
     WHERE institution_id = $1 AND disbursement_date BETWEEN
           (date_trunc('month', $2::date) - interval '${MONTHS - 1} months')::date AND $2::date),
  written AS (
    SELECT t.loan_id, t.business_date, t.principal_kobo
      FROM loan_transaction t JOIN loans ON loans.institution_id = $1 AND loans.id = t.loan_id
     WHERE t.institution_id = $1 AND t.kind = 'WriteOff')
  SELECT to_char(l.month, 'YYYY-MM') AS month,
      (extract(year FROM age(date_trunc('month', k.as_of), l.month)) * 12
        + extract(month FROM age(date_trunc('month', k.as_of), l.month)))::integer AS age,
      k.as_of::text AS "asOf", count(*)::integer AS loans, sum(l.principal_kobo)::text AS disbursed,
      coalesce(sum(p.principal_kobo), 0)::text AS principal,
      coalesce(sum(p.principal_kobo) FILTER (WHERE ${daysPastDueSql('k.as_of')} > 30), 0)::text AS "atRisk",
      coalesce(sum(w.principal_kobo), 0)::text AS "writtenOff"
    FROM kept k
    JOIN loans l ON l.institution_id = $1 AND l.disbursement_date <= k.as_of
     AND NOT ${disbursementReversedSql('k.as_of')}
    LEFT JOIN loan_position p ON p.institution_id = $1 AND p.loan_id = l.id AND p.date <= k.as_of AND p.until > k.as_of
    LEFT JOIN written w ON w.loan_id = l.id AND w.business_date <= k.as_of
   GROUP BY l.month, k.as_of ORDER BY l.month, k.as_of`;

@QueryHandler(GetVintages)
export class GetVintagesHandler implements IQueryHandler<GetVintages> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DAY_NOT_CLOSED (422) */
  async execute({ institutionId, query: { Date: date } }: GetVintages): Promise<VintagesView> {
    const rows = await this.unitOfWork.readReport(institutionId, async (tx) => {
      await assertDayClosed(tx, institutionId, date);
      return tx.query<Row[]>(VINTAGES, [institutionId, date]);
    });
    const data = rows.map(({ month, age, asOf, loans, disbursed, principal, atRisk, writtenOff }) => ({
      month,
      age,
      asOf,
      loans,
      disbursed: koboToNaira(BigInt(disbursed)),
      outstandingPrincipal: koboToNaira(BigInt(principal)),
      atRisk30: koboToNaira(BigInt(atRisk)),
      writtenOff: koboToNaira(BigInt(writtenOff)),
      lossRate: ratioPercent(BigInt(atRisk) + BigInt(writtenOff), BigInt(disbursed)),
    }));
    return { date, data };
  }
}
