import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { pagingOf } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { Loan } from '../../contract/loan.entity';
import type { ListLoansQuery, SearchLoansQuery } from '../loan-queries.dto';
import type { LoanRecordView } from '../loan-record.dto';
import { pageByIds } from '../page-by-ids';
import { readLoanRecords } from '../read-loan-records';

/** The filters of API clients, and those that only staff have. */
type LoanFilters = Omit<SearchLoansQuery, 'SortColumn'> &
  Pick<ListLoansQuery, 'Overdue' | 'DaysPastDueFrom' | 'Officer' | 'SortColumn'>;

/** Lists the institution's loans, latest first. */
export class SearchLoans extends Query<Page<LoanRecordView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: LoanFilters,
  ) {
    super();
  }
}

/** Filters by number or code: the id column to filter on, and the query that finds the id. */
const LOOKED_UP = {
  CustomerID: ['customer_id', 'SELECT id FROM customer WHERE institution_id = $1 AND customer_number = $2'],
  LinkedNumber: [
    'linked_account_id',
    'SELECT id FROM deposit_account WHERE institution_id = $1 AND account_number = $2',
  ],
  AgentCode: ['agent_id', 'SELECT id FROM agent WHERE institution_id = $1 AND agent_code = $2'],
  ProductCode: ['product_id', 'SELECT id FROM product WHERE institution_id = $1 AND code = $2'],
  BranchCode: ['branch_id', 'SELECT id FROM branch WHERE institution_id = $1 AND branch_code = $2'],
} as const;

type LookedUp = keyof typeof LOOKED_UP;

/** A condition on an id column. */
interface IdCondition {
  column: (typeof LOOKED_UP)[LookedUp][0];
  id: string;
}

@QueryHandler(SearchLoans)
export class SearchLoansHandler implements IQueryHandler<SearchLoans> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, filters }: SearchLoans): Promise<Page<LoanRecordView>> {
    await this.directory.assertNotVirtual(institutionId, [filters.LoanAccountNumber, filters.LinkedNumber]);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const conditions = await idConditions(tx, institutionId, filters);
      if (!conditions) return pageOf<LoanRecordView>([], 0, pagingOf(filters));
      const page = await pageByIds(tx, Loan, institutionId, matching(tx, institutionId, filters, conditions), filters);
      return { ...page, data: await readLoanRecords(tx, institutionId, page.data, filters.PayoffDate) };
    });
  }
}

/**
 * Ids are looked up before the search, so that the database can plan it by the number of loans of each id.
 * @returns undefined when a filter matches no record
 */
async function idConditions(tx: Tx, institutionId: number, filters: LoanFilters): Promise<IdCondition[] | undefined> {
  const conditions: IdCondition[] = [];
  for (const [filter, [column, lookUp]] of Object.entries(LOOKED_UP) as [LookedUp, (typeof LOOKED_UP)[LookedUp]][]) {
    if (filters[filter] === undefined) continue;
    const [row] = await tx.query<{ id: string }[]>(lookUp, [institutionId, filters[filter]]);
    if (!row) return undefined;
    conditions.push({ column, id: row.id });
  }
  return conditions;
}

function matching(
  tx: Tx,
  institutionId: number,
  filters: LoanFilters,
  conditions: IdCondition[],
): SelectQueryBuilder<Loan> {
  const { LoanAccountNumber, LoanStatus, StartDate, EndDate, SortColumn } = filters;
  const query = tx.createQueryBuilder(Loan, 'loan').where('loan.institution_id = :institutionId', { institutionId });
  if (LoanAccountNumber !== undefined)
    query.andWhere('loan.loan_account_number = :LoanAccountNumber', { LoanAccountNumber });
  for (const { column, id } of conditions) query.andWhere(`loan.${column} = :${column}`, { [column]: id });
  if (LoanStatus !== undefined) query.andWhere('loan.status = :LoanStatus', { LoanStatus });
  if (StartDate !== undefined) query.andWhere('loan.start_date >= :StartDate', { StartDate });
  if (EndDate !== undefined) query.andWhere('loan.start_date <= :EndDate', { EndDate });
  narrowToOverdue(query, filters);
  const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
  // A search by dates alone is ordered by date, so that an index gives the order.
  const isByDate =
    (StartDate !== undefined || EndDate !== undefined) && LoanStatus === undefined && conditions.length === 0;
  return inOrder(query, SortColumn ?? (isByDate ? 'startDate' : 'id'), direction);
}

function narrowToOverdue(query: SelectQueryBuilder<Loan>, { Overdue, DaysPastDueFrom, Officer }: LoanFilters): void {
  if (Officer !== undefined) query.andWhere('loan.account_officer_staff_id = :Officer', { Officer });
  if (Overdue !== undefined) query.andWhere(`loan.overdue_kobo ${Overdue ? '>' : '='} 0`);
  if (DaysPastDueFrom !== undefined)
    query.andWhere(
      `loan.overdue_since <= (SELECT i.business_date - CAST(:DaysPastDueFrom AS integer)
         FROM institution i WHERE i.institution_id = :institutionId)`,
      { DaysPastDueFrom },
    );
}

/** Loans of one value are ordered by id in the same direction, so that an index gives the order. */
function inOrder(
  query: SelectQueryBuilder<Loan>,
  column: NonNullable<LoanFilters['SortColumn']>,
  direction: 'ASC' | 'DESC',
): SelectQueryBuilder<Loan> {
  const opposite = direction === 'ASC' ? 'DESC' : 'ASC';
  if (column === 'startDate') return query.orderBy('loan.start_date', direction).addOrderBy('loan.id', direction);
  if (column === 'amountOverdue') return query.orderBy('loan.overdue_kobo', direction).addOrderBy('loan.id', direction);
  // The longest overdue is since the earliest day; loans that are not overdue stand at the other end.
  if (column === 'daysPastDue') return query.orderBy('loan.overdue_since', opposite).addOrderBy('loan.id', opposite);
  return query.orderBy('loan.id', direction);
}
