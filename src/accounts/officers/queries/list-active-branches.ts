import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { Branch } from '../../../institutions/branches/branch.entity';
import type { BranchListView, ListActiveBranchesQuery } from '../officers.dto';

/** Lists the branches that new accounts may name. */
export class ListActiveBranches extends Query<Page<BranchListView>> {
  constructor(
    readonly institutionId: number,
    readonly paging: ListActiveBranchesQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { branchCode: 'branch.branch_code', branchName: 'branch.search_name' } as const;

@QueryHandler(ListActiveBranches)
export class ListActiveBranchesHandler implements IQueryHandler<ListActiveBranches> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, paging }: ListActiveBranches): Promise<Page<BranchListView>> {
    const direction = paging.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(Branch, 'branch')
        .where(`branch.institution_id = :institutionId AND branch.status = 'Active'`, { institutionId })
        .orderBy(SORT_COLUMNS[paging.SortColumn], direction)
        .addOrderBy('branch.id', direction);
      return listPage(tx, query, paging, ({ id, branchCode, branchName, address, status }) => ({
        id,
        branchCode,
        branchName,
        address,
        status,
      }));
    });
  }
}
