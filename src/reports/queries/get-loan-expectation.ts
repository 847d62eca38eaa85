import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { koboToNaira } from '../../common/money/naira';
import { Institution } from '../../institutions/institution.entity';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { type InstalmentAmounts, instalmentStatus } from '../../loans/contract/instalment-amounts';
import type { LoanStatus } from '../../loans/contract/loan-status';
import { assertDays, dateSpan } from '../date-span';
import type {
  ExpectedAmounts,
  LoanExpectationQuery,
  LoanExpectationRowView,
  LoanExpectationView,
} from '../loan-reports.dto';

/** Most days of the period, because its totals read every instalment that is due in it. */
const DAYS_MAX = 366;

/** The loan expectation: the instalments that are due in a period. */
export class GetLoanExpectation extends Query<LoanExpectationView> {
  constructor(
    readonly institutionId: number,
    readonly query: LoanExpectationQuery,
  ) {
    super();
  }
}

const COMPONENTS = ['principal', 'interest', 'fee', 'default', 'penalty'] as const;
const sumOf = (what: 'due' | 'paid'): string =>
  COMPONENTS.map((component) => `i.${component}_${what}_kobo`).join(' + ');

/** A replaced instalment without payments has nothing due, and a written-off loan is not expected to pay. */
const EXPECTED = `
  loan_instalment i JOIN loan n ON n.institution_id = i.institution_id AND n.id = i.loan_id
  WHERE i.institution_id = $1 AND i.due_date BETWEEN $2 AND $3 AND ${sumOf('due')} > 0 AND n.status <> 'WrittenOff'`;

const FILTERS = {
  LoanAccountNumber: 'n.loan_account_number = ?',
  AccountOfficerCode: 'n.account_officer_staff_id = ?',
  BranchCode: 'n.branch_id = (SELECT x.id FROM branch x WHERE x.institution_id = $1 AND x.branch_code = ?)',
  ProductCode: 'n.product_id = (SELECT x.id FROM product x WHERE x.institution_id = $1 AND x.code = ?)',
  AgentCode: 'n.agent_id = (SELECT x.id FROM agent x WHERE x.institution_id = $1 AND x.agent_code = ?)',
} as const;

@QueryHandler(GetLoanExpectation)
export class GetLoanExpectationHandler implements IQueryHandler<GetLoanExpectation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422), PERIOD_TOO_LONG (422), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: GetLoanExpectation): Promise<LoanExpectationView> {
    await this.directory.assertNotVirtual(institutionId, [query.LoanAccountNumber]);
    const span = dateSpan(query.StartDate, query.EndDate, ['StartDate', 'EndDate']);
    assertDays(span, DAYS_MAX);
    const values: unknown[] = [institutionId, span.from, span.to];
    const conditions = (Object.keys(FILTERS) as (keyof typeof FILTERS)[])
      .filter((filter) => query[filter] !== undefined)
      .map((filter) => FILTERS[filter].replace('?', `$${values.push(query[filter])}`));
    const expected = [EXPECTED, ...conditions].join(' AND ');
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
      const { totals, count } = await readTotals(tx, expected, values);
      const rows = await readRows(tx, expected, values, query);
      return {
        ...pageOf(
          rows.map((row) => rowView(row, businessDate)),
          Math.min(count, RECORD_COUNT_CAP + 1),
          pagingOf(query),
        ),
        totals,
      };
    });
  }
}

type Amounts = Record<`${(typeof COMPONENTS)[number]}_due_kobo` | `${(typeof COMPONENTS)[number]}_paid_kobo`, string>;

const AMOUNTS = COMPONENTS.flatMap((component) => [`${component}_due_kobo`, `${component}_paid_kobo`]);

interface Row extends Amounts {
  id: string;
  number: number;
  due_date: string;
  loan_account_number: string;
  status: LoanStatus;
  linked_number: string;
  officer: string | null;
  customer_number: string;
  customer_name: string;
  product_code: string;
  branch_code: string;
  agent_code: string | null;
}

async function readTotals(
  tx: Tx,
  expected: string,
  values: unknown[],
): Promise<{ totals: ExpectedAmounts; count: number }> {
  const sums = AMOUNTS.map((column) => `coalesce(sum(i.${column}), 0) AS ${column}`).join(', ');
  const rows = await tx.query<(Amounts & { count: string })[]>(
    `SELECT count(*) AS count, ${sums} FROM ${expected}`,
    values,
  );
  return { totals: amountsView(amountsOf(rows[0]!)), count: Number(rows[0]!.count) };
}

function readRows(
  tx: Tx,
  expected: string,
  values: unknown[],
  { Direction, PageNumber, PageSize }: LoanExpectationQuery,
): Promise<Row[]> {
  const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
  return tx.query<Row[]>(
    `SELECT i.*, c.customer_number, c.name AS customer_name, p.code AS product_code, b.branch_code, g.agent_code
                     FROM (SELECT i.id, i.number, i.due_date,
                    ${AMOUNTS.map((column) => `i.${column}`).join(', ')},
                    n.loan_account_number, n.status, n.linked_number, n.account_officer_staff_id AS officer,
                    n.customer_id, n.product_id, n.branch_id, n.agent_id
               FROM ${expected}
              ORDER BY i.due_date ${direction}, i.id ${direction}
              LIMIT ${PageSize} OFFSET ${(PageNumber - 1) * PageSize}) i
       JOIN customer c ON c.institution_id = $1 AND c.id = i.customer_id
       JOIN product p ON p.institution_id = $1 AND p.id = i.product_id
       JOIN branch b ON b.institution_id = $1 AND b.id = i.branch_id
       LEFT JOIN agent g ON g.institution_id = $1 AND g.id = i.agent_id
      ORDER BY i.due_date ${direction}, i.id ${direction}`,
    values,
  );
}

function amountsOf(row: Amounts): InstalmentAmounts {
  return Object.fromEntries(
    COMPONENTS.flatMap((component) => [
      [`${component}DueKobo`, BigInt(row[`${component}_due_kobo`])],
      [`${component}PaidKobo`, BigInt(row[`${component}_paid_kobo`])],
    ]),
  ) as unknown as InstalmentAmounts;
}

function amountsView(amounts: InstalmentAmounts): ExpectedAmounts {
  const total = (what: 'Due' | 'Paid'): bigint =>
    COMPONENTS.reduce((sum, component) => sum + amounts[`${component}${what}Kobo`], 0n);
  return {
    principalDue: koboToNaira(amounts.principalDueKobo),
    interestDue: koboToNaira(amounts.interestDueKobo),
    feeDue: koboToNaira(amounts.feeDueKobo),
    defaultDue: koboToNaira(amounts.defaultDueKobo),
    penaltyDue: koboToNaira(amounts.penaltyDueKobo),
    totalDue: koboToNaira(total('Due')),
    totalPaid: koboToNaira(total('Paid')),
    totalOutstanding: koboToNaira(total('Due') - total('Paid')),
  };
}

function rowView(row: Row, businessDate: string): LoanExpectationRowView {
  const amounts = amountsOf(row);
  return {
    id: Number(row.id),
    loanAccountNumber: row.loan_account_number,
    customerID: row.customer_number,
    customerName: row.customer_name,
    linkedNumber: row.linked_number,
    productCode: row.product_code,
    branchCode: row.branch_code,
    accountOfficerCode: row.officer,
    agentCode: row.agent_code,
    loanStatus: row.status,
    instalmentNumber: row.number,
    dueDate: row.due_date,
    status: instalmentStatus({ ...amounts, dueDate: row.due_date }, businessDate),
    ...amountsView(amounts),
  };
}
