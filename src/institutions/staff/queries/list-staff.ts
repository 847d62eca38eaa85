import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { prefixRange } from '../../../common/text/search-name';
import { Branch } from '../../branches/branch.entity';
import type { ListStaffQuery, StaffView } from '../staff.dto';
import { Staff } from '../staff.entity';
import { staffViews } from '../staff-views';

const SORT_COLUMNS = { StaffID: 's.staffID', Name: 's.searchName' } as const;

/** Lists the staff of the institution. */
export class ListStaff extends Query<Page<StaffView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListStaffQuery,
  ) {
    super();
  }
}

@QueryHandler(ListStaff)
export class ListStaffHandler implements IQueryHandler<ListStaff> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListStaff): Promise<Page<StaffView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await this.page(tx, institutionId, filters);
      return { ...page, data: await staffViews(tx, institutionId, page.data) };
    });
  }

  private async page(tx: Tx, institutionId: number, filters: ListStaffQuery): Promise<Page<Staff>> {
    const { StaffID, Name, BranchCode, Status, SortColumn, Direction } = filters;
    const order = Direction === 'Asc' ? 'ASC' : 'DESC';
    const query = tx
      .createQueryBuilder(Staff, 's')
      .where('s.institution_id = :institutionId', { institutionId })
      .orderBy(SORT_COLUMNS[SortColumn], order)
      .addOrderBy('s.id', order);
    if (StaffID !== undefined) query.andWhere('s.staff_code = :StaffID', { StaffID });
    if (Status !== undefined) query.andWhere('s.status = :Status', { Status });
    if (BranchCode !== undefined) {
      const branch = await tx.findOneBy(Branch, { institutionId, branchCode: BranchCode });
      query.andWhere('s.branch_id = :branchId', { branchId: branch?.id ?? 0 });
    }
    if (Name !== undefined) query.andWhere('s.search_name ~>=~ :from AND s.search_name ~<~ :to', prefixRange(Name));
    return listPage(tx, query, filters, (row) => row);
  }
}
