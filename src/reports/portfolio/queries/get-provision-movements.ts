import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { addDays } from '../../../common/time/calendar';
import { LOAN_CLASSIFICATIONS, type LoanClassification } from '../../../loans/contract/loan.entity';
import { dateSpan } from '../../date-span';
import { assertDayClosed } from '../closed-days';
import type { ProvisionMovementAmounts, ProvisionMovementsQuery, ProvisionMovementsView } from '../provisions.dto';

/** The movement of the allowance for loan losses over a period of closed days, by class. */
export class GetProvisionMovements extends Query<ProvisionMovementsView> {
  constructor(
    readonly institutionId: number,
    readonly query: ProvisionMovementsQuery,
  ) {
    super();
  }
}

/** The sums of one class, as kobo. */
interface Sums {
  classification: LoanClassification;
  opening: bigint;
  transferredIn: bigint;
  transferredOut: bigint;
  forNewLoans: bigint;
  increase: bigint;
  decrease: bigint;
  used: bigint;
  closing: bigint;
  ledgerBalance: bigint;
}

const AMOUNTS = [
  'opening',
  'transferredIn',
  'transferredOut',
  'forNewLoans',
  'increase',
  'decrease',
  'used',
  'closing',
  'ledgerBalance',
] as const;

const AS_OF = (date: string): string => `SELECT loan_id, branch_id, product_id, classification, allowance_kobo AS kobo
  FROM loan_position WHERE institution_id = $1 AND date <= ${date} AND until > ${date} AND allowance_kobo <> 0`;

/**
 * Each loan on the side of its group at the opening and on the side of its group at the closing. $2 is the day before
 * the period, $3 its last day, $4 and $5 a branch and a product or null.
 */
const SIDES = `WITH o AS (${AS_OF('$2::date')}), c AS (${AS_OF('$3::date')}),
  u AS (SELECT p.loan_id, p.branch_id, p.product_id, p.classification, sum(p.used_kobo) AS used FROM loan_position p
         WHERE p.institution_id = $1 AND p.date > $2::date AND p.date <= $3::date AND p.used_kobo <> 0
         GROUP BY p.loan_id, p.branch_id, p.product_id, p.classification),
  loans AS (
    SELECT o.branch_id AS opening_branch, o.product_id AS opening_product, o.classification AS opening_class,
           coalesce(c.branch_id, u.branch_id, o.branch_id) AS closing_branch,
           coalesce(c.product_id, u.product_id, o.product_id) AS closing_product,
           coalesce(c.classification, u.classification, o.classification) AS closing_class,
           o.loan_id IS NULL AS is_new, coalesce(o.kobo, 0) AS opening, coalesce(c.kobo, 0) AS closing,
           coalesce(u.used, 0) AS used, coalesce(c.kobo, 0) + coalesce(u.used, 0) - coalesce(o.kobo, 0) AS change
      FROM o FULL JOIN c USING (loan_id) FULL JOIN u USING (loan_id)),
  moved AS (SELECT *, NOT is_new AND (opening_branch, opening_product, opening_class)
      <> (closing_branch, closing_product, closing_class) AS has_moved FROM loans),
  sides AS (
    SELECT opening_branch AS branch_id, opening_product AS product_id, opening_class AS classification, opening,
           0 AS transferred_in, CASE WHEN has_moved THEN opening ELSE 0 END AS transferred_out, 0 AS for_new_loans,
           0 AS increase, 0 AS decrease, 0 AS used, 0 AS closing, 0 AS ledger_balance
      FROM moved WHERE NOT is_new
    UNION ALL
    SELECT closing_branch, closing_product, closing_class, 0, CASE WHEN has_moved THEN opening ELSE 0 END, 0,
           CASE WHEN is_new THEN change ELSE 0 END, CASE WHEN is_new THEN 0 ELSE greatest(change, 0) END,
           CASE WHEN is_new THEN 0 ELSE greatest(-change, 0) END, used, closing, 0 FROM moved
    UNION ALL
    SELECT a.branch_id, a.product_id, a.classification, 0, 0, 0, 0, 0, 0, 0, 0,
           CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END
      FROM loan_provision_account a
      JOIN posting_entry e ON e.institution_id = a.institution_id AND e.account_id = a.id
      JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
     WHERE a.institution_id = $1 AND a.classification <> 'Reserve' AND p.value_date <= $3::date)
  SELECT classification, ${AMOUNTS.map((name) => `sum(${snake(name)})::text AS "${name}"`).join(', ')} FROM sides
   WHERE ($4::text IS NULL OR branch_id = (SELECT b.id FROM branch b WHERE b.institution_id = $1 AND b.branch_code = $4))
     AND ($5::text IS NULL OR product_id = (SELECT g.id FROM product g WHERE g.institution_id = $1 AND g.code = $5))
   GROUP BY classification`;

const TOTALS = `SELECT coalesce(sum(p.prudential_kobo), 0)::text AS prudential,
    coalesce(sum(p.expected_loss_kobo), 0)::text AS expected,
    (SELECT coalesce(sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END), 0)::text
       FROM loan_provision_account a
       JOIN posting_entry e ON e.institution_id = a.institution_id AND e.account_id = a.id
       JOIN posting q ON q.institution_id = e.institution_id AND q.id = e.posting_id
      WHERE a.institution_id = $1 AND a.classification = 'Reserve' AND q.value_date <= $2::date) AS reserve
  FROM loan_position p WHERE p.institution_id = $1 AND p.date <= $2::date AND p.until > $2::date`;

@QueryHandler(GetProvisionMovements)
export class GetProvisionMovementsHandler implements IQueryHandler<GetProvisionMovements> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DAY_NOT_CLOSED (422), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: GetProvisionMovements): Promise<ProvisionMovementsView> {
    const { from, to } = dateSpan(query.StartDate, query.EndDate, ['StartDate', 'EndDate']);
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      await assertDayClosed(tx, institutionId, to);
      const rows = await sumsOf(tx, institutionId, { from, to, query });
      const [totals] = await tx.query<[{ prudential: string; expected: string; reserve: string }]>(TOTALS, [
        institutionId,
        to,
      ]);
      const byClass = LOAN_CLASSIFICATIONS.flatMap((name) =>
        rows.filter(({ classification }) => classification === name),
      );
      return {
        startDate: from,
        endDate: to,
        data: byClass.map((row) => ({ classification: row.classification, ...amountsOf([row]) })),
        totals: amountsOf(byClass),
        prudentialProvision: koboToNaira(BigInt(totals.prudential)),
        expectedLoss: koboToNaira(BigInt(totals.expected)),
        regulatoryRiskReserve: koboToNaira(BigInt(totals.reserve)),
      };
    });
  }
}

async function sumsOf(
  tx: Tx,
  institutionId: number,
  { from, to, query }: { from: string; to: string; query: ProvisionMovementsQuery },
): Promise<Sums[]> {
  const values = [institutionId, addDays(from, -1), to, query.BranchCode ?? null, query.ProductCode ?? null];
  const rows = await tx.query<Record<string, string>[]>(SIDES, values);
  return rows.map(
    (row) =>
      ({
        classification: row['classification'],
        ...Object.fromEntries(AMOUNTS.map((name) => [name, BigInt(row[name]!)])),
      }) as unknown as Sums,
  );
}

function amountsOf(rows: readonly Sums[]): ProvisionMovementAmounts {
  const sum = (name: (typeof AMOUNTS)[number]): bigint => rows.reduce((total, row) => total + row[name], 0n);
  return {
    ...(Object.fromEntries(AMOUNTS.map((name) => [name, koboToNaira(sum(name))])) as Omit<
      ProvisionMovementAmounts,
      'difference'
    >),
    difference: koboToNaira(sum('ledgerBalance') - sum('closing')),
  };
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
