import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Keyset, type SortKey } from '../../../common/database/keyset';
import { pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../../common/http/paging';
import { koboToNaira } from '../../../common/money/naira';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import type { LoanClassification } from '../../../loans/contract/loan.entity';
import { daysPastDueSql } from '../ageing-bands';
import { assertDayClosed } from '../closed-days';
import type { LoanProvisionsQuery, LoanProvisionView } from '../provisions.dto';

/** Lists the provisions of loans at the end of a closed date, in the order of their ids. */
export class ListLoanProvisions extends Query<Page<LoanProvisionView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: LoanProvisionsQuery,
  ) {
    super();
  }
}

const ROWS = `FROM loan_position p
  JOIN loan l ON l.institution_id = p.institution_id AND l.id = p.loan_id
  JOIN branch b ON b.institution_id = p.institution_id AND b.id = p.branch_id
  JOIN product g ON g.institution_id = p.institution_id AND g.id = p.product_id
 WHERE p.institution_id = $1 AND p.date <= $2 AND p.until > $2 AND p.principal_kobo + p.allowance_kobo <> 0
   AND ($3::text IS NULL OR l.loan_account_number = $3) AND ($4::text IS NULL OR p.classification = $4)
   AND ($5::text IS NULL OR b.branch_code = $5) AND ($6::text IS NULL OR g.code = $6)`;

const COLUMNS = `p.loan_id::text AS loan_id, l.loan_account_number AS number, b.branch_code AS branch, g.code AS product, p.classification, p.stage,
  ${daysPastDueSql('$2')} AS days, p.principal_kobo::text AS principal, p.exposure_kobo::text AS exposure,
  p.prudential_kobo::text AS prudential, p.expected_loss_kobo::text AS expected, p.allowance_kobo::text AS allowance,
  p.date::text AS since`;

/** A loan has one position on a day. */
const KEYS: readonly SortKey[] = [{ column: 'p.loan_id', type: 'bigint' }];

interface Row {
  loan_id: string;
  number: string;
  branch: string;
  product: string;
  classification: LoanClassification;
  stage: number;
  days: number;
  principal: string;
  exposure: string;
  prudential: string;
  expected: string;
  allowance: string;
  since: string;
}

@QueryHandler(ListLoanProvisions)
export class ListLoanProvisionsHandler implements IQueryHandler<ListLoanProvisions> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws DAY_NOT_CLOSED (422), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, filters }: ListLoanProvisions): Promise<Page<LoanProvisionView>> {
    const { Date: date, LoanAccountNumber, Classification, BranchCode, ProductCode, Direction } = filters;
    await this.directory.assertNotVirtual(institutionId, [LoanAccountNumber]);
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    const keyset = new Keyset('loan_position', { keys: KEYS, direction }, filters);
    const values = [
      institutionId,
      date,
      LoanAccountNumber ?? null,
      Classification ?? null,
      BranchCode ?? null,
      ProductCode ?? null,
    ];
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      await assertDayClosed(tx, institutionId, date);
      const own: unknown[] = [...values];
      const later = keyset.condition((value) => `$${own.push(value)}`) ?? 'true';
      const { orderBy, limit, offset } = keyset;
      const found = await tx.query<Row[]>(
        `SELECT ${COLUMNS} ${ROWS} AND ${later} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`,
        own,
      );
      const { rows, nextAfter } = keyset.cut(found, ({ loan_id }) => [loan_id]);
      const [{ count }] = await tx.query<[{ count: string }]>(
        `SELECT count(*) AS count FROM (SELECT 1 ${ROWS} LIMIT ${RECORD_COUNT_CAP + 1}) counted`,
        values,
      );
      return pageOf(rows.map(provisionView), Number(count), pagingOf(filters), nextAfter);
    });
  }
}

function provisionView(row: Row): LoanProvisionView {
  const naira = (kobo: string): number => koboToNaira(BigInt(kobo));
  return {
    loanAccountNumber: row.number,
    branchCode: row.branch,
    productCode: row.product,
    classification: row.classification,
    stage: row.stage,
    daysPastDue: row.days,
    outstandingPrincipal: naira(row.principal),
    exposure: naira(row.exposure),
    prudentialProvision: naira(row.prudential),
    expectedLoss: naira(row.expected),
    allowance: naira(row.allowance),
    since: row.since,
  };
}
