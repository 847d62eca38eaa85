import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Approval } from '../approval.entity';
import { approvalViews } from '../approval-views';
import type { ApprovalView, ListApprovalsQuery } from '../approvals.dto';

/** Approvals of every kind. */
export class ListApprovals extends Query<Page<ApprovalView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListApprovalsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { createdAt: 'approval.created_at', amount: 'approval.amount_kobo' } as const;

@QueryHandler(ListApprovals)
export class ListApprovalsHandler implements IQueryHandler<ListApprovals> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListApprovals): Promise<Page<ApprovalView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.matching(tx, institutionId, filters), filters, (approval) => approval);
      return { ...page, data: await approvalViews(tx, institutionId, page.data) };
    });
  }

  private matching(
    tx: Tx,
    institutionId: number,
    { Status, Operation, SortColumn, Direction }: ListApprovalsQuery,
  ): SelectQueryBuilder<Approval> {
    const query = tx
      .createQueryBuilder(Approval, 'approval')
      .where('approval.institution_id = :institutionId', { institutionId });
    if (Status !== undefined) query.andWhere('approval.status = :status', { status: Status });
    if (Operation !== undefined) query.andWhere('approval.operation = :operation', { operation: Operation });
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('approval.id', direction);
  }
}
