import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In, type SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { prefixRange } from '../../../common/text/search-name';
import { Branch } from '../../../institutions/branches/branch.entity';
import { Staff } from '../../../institutions/staff/staff.entity';
import type { AccountOfficerView, SearchAccountOfficersQuery } from '../officers.dto';

/** Searches the staff whom accounts can name as officer, in any status. */
export class SearchAccountOfficers extends Query<Page<AccountOfficerView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchAccountOfficersQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { staffID: 'staff.staff_code', name: 'staff.search_name' } as const;

@QueryHandler(SearchAccountOfficers)
export class SearchAccountOfficersHandler implements IQueryHandler<SearchAccountOfficers> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: SearchAccountOfficers): Promise<Page<AccountOfficerView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.matchingStaff(tx, institutionId, filters), filters, (member) => member);
      const branches = await tx.findBy(Branch, {
        institutionId,
        id: In([...new Set(page.data.map(({ branchId }) => branchId))]),
      });
      const branchById = new Map(branches.map((branch) => [branch.id, branch]));
      return { ...page, data: page.data.map((member) => officerView(member, branchById.get(member.branchId))) };
    });
  }

  private matchingStaff(
    tx: Tx,
    institutionId: number,
    { StaffID, Name, BranchCode, SortColumn, Direction }: SearchAccountOfficersQuery,
  ): SelectQueryBuilder<Staff> {
    const query = tx
      .createQueryBuilder(Staff, 'staff')
      .where('staff.institution_id = :institutionId', { institutionId });
    if (StaffID !== undefined) query.andWhere('staff.staff_code = :StaffID', { StaffID });
    if (Name !== undefined)
      query.andWhere('staff.search_name ~>=~ :from AND staff.search_name ~<~ :to', prefixRange(Name));
    if (BranchCode !== undefined) {
      query.andWhere(
        `staff.branch_id = (
           SELECT b.id FROM branch b WHERE b.institution_id = :institutionId AND b.branch_code = :BranchCode)`,
        { BranchCode },
      );
    }
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('staff.id', direction);
  }
}

function officerView({ id, staffID, name, status }: Staff, branch: Branch | undefined): AccountOfficerView {
  return { id, staffID, name, branchCode: branch?.branchCode ?? '', branchName: branch?.branchName ?? '', status };
}
