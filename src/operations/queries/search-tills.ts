import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Branch } from '../../institutions/branches/branch.entity';
import { Till } from '../till.entity';
import { Tills } from '../tills';
import type { SearchTillsQuery, TillView } from '../tills.dto';

/** The tills of the institution, inactive ones included. */
export class SearchTills extends Query<Page<TillView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchTillsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { AccountNumber: 't.accountNumber', Name: 't.name' } as const;

@QueryHandler(SearchTills)
export class SearchTillsHandler implements IQueryHandler<SearchTills> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tills: Tills,
  ) {}

  async execute({ institutionId, filters }: SearchTills): Promise<Page<TillView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.matching(tx, institutionId, filters), filters, (till) => till);
      return { ...page, data: await this.tills.views(tx, institutionId, page.data) };
    });
  }

  private matching(
    tx: Tx,
    institutionId: number,
    { AccountNumber, BranchCode, TellerStaffID, SortColumn, Direction }: SearchTillsQuery,
  ): SelectQueryBuilder<Till> {
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    const query = tx.createQueryBuilder(Till, 't').where('t.institution_id = :institutionId', { institutionId });
    if (AccountNumber !== undefined) query.andWhere('t.account_number = :AccountNumber', { AccountNumber });
    if (TellerStaffID !== undefined) query.andWhere('t.teller_staff_code = :TellerStaffID', { TellerStaffID });
    if (BranchCode !== undefined) {
      query
        .innerJoin(Branch, 'b', 'b.institution_id = t.institution_id AND b.id = t.branch_id')
        .andWhere('b.branch_code = :BranchCode', { BranchCode });
    }
    return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('t.id', direction);
  }
}
