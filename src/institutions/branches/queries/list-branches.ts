import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { prefixRange } from '../../../common/text/search-name';
import { Branch } from '../branch.entity';
import { type ListBranchesQuery, type MaintainedBranchView, maintainedBranchView } from '../branches.dto';

const SORT_COLUMNS = { BranchCode: 'b.branchCode', BranchName: 'b.searchName' } as const;

/** Lists the branches of the institution. */
export class ListBranches extends Query<Page<MaintainedBranchView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListBranchesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListBranches)
export class ListBranchesHandler implements IQueryHandler<ListBranches> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListBranches): Promise<Page<MaintainedBranchView>> {
    const { BranchCode, BranchName, Status, SortColumn, Direction } = filters;
    return this.unitOfWork.read(institutionId, (tx) => {
      const order = Direction === 'Asc' ? 'ASC' : 'DESC';
      const query = tx
        .createQueryBuilder(Branch, 'b')
        .where('b.institution_id = :institutionId', { institutionId })
        .orderBy(SORT_COLUMNS[SortColumn], order)
        .addOrderBy('b.id', order);
      if (BranchCode !== undefined) query.andWhere('b.branch_code = :BranchCode', { BranchCode });
      if (Status !== undefined) query.andWhere('b.status = :Status', { Status });
      if (BranchName !== undefined)
        query.andWhere('b.search_name ~>=~ :from AND b.search_name ~<~ :to', prefixRange(BranchName));
      return listPage(tx, query, filters, maintainedBranchView);
    });
  }
}
