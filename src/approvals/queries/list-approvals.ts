import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import type { Page } from '../../common/http/paging';
import { nairaToKobo } from '../../common/money/naira';
import { Approval } from '../approval.entity';
import { ApprovalViews } from '../approval-views';
import type { ApprovalView, ListApprovalsQuery } from '../approvals.dto';
import { DecidableOperations } from '../decidable-operations';
import { narrowToWork } from '../work/narrow-to-work';

/** Approvals of every kind, as one member of staff reads them. */
export class ListApprovals extends Query<Page<ApprovalView>> {
  constructor(
    readonly staff: StaffActor,
    readonly filters: ListApprovalsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = {
  createdAt: 'approval.created_at',
  amount: 'approval.amount_kobo',
  dueAt: 'approval.due_at',
} as const;

/** The condition of `decisionViolation` and of the permission, in SQL. */
export const DECIDABLE = `approval.status = 'Pending' AND approval.maker <> :actor AND approval.operation IN (:...operations)
  AND NOT EXISTS (SELECT 1 FROM approval_decision d
    WHERE d.institution_id = approval.institution_id AND d.approval_id = approval.id AND d.staff_id = :staffId)`;

@QueryHandler(ListApprovals)
export class ListApprovalsHandler implements IQueryHandler<ListApprovals> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly operations: DecidableOperations,
    private readonly views: ApprovalViews,
  ) {}

  async execute({ staff, filters }: ListApprovals): Promise<Page<ApprovalView>> {
    const { institutionId } = staff;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.matching(tx, staff, filters), filters, (approval) => approval);
      return { ...page, data: await this.views.of(tx, institutionId, page.data, staff) };
    });
  }

  private matching(tx: Tx, staff: StaffActor, filters: ListApprovalsQuery): SelectQueryBuilder<Approval> {
    const { Status, Operation, Maker, MinAmount, MaxAmount, SortColumn, Direction } = filters;
    const hidden = this.operations.hiddenFrom(staff.permissions);
    const query = tx
      .createQueryBuilder(Approval, 'approval')
      .where('approval.institution_id = :institutionId', { institutionId: staff.institutionId });
    if (hidden.length > 0) query.andWhere('approval.operation NOT IN (:...hidden)', { hidden });
    if (Status !== undefined) query.andWhere('approval.status = :status', { status: Status });
    if (Operation !== undefined) query.andWhere('approval.operation = :operation', { operation: Operation });
    if (Maker !== undefined) query.andWhere('approval.maker = :maker', { maker: Maker });
    if (MinAmount !== undefined)
      query.andWhere('approval.amount_kobo >= :minKobo', { minKobo: String(nairaToKobo(MinAmount)) });
    if (MaxAmount !== undefined)
      query.andWhere('approval.amount_kobo <= :maxKobo', { maxKobo: String(nairaToKobo(MaxAmount)) });
    narrowToWork(query, filters);
    this.narrowToDecider(query, staff, filters);
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('approval.id', direction);
  }

  private narrowToDecider(
    query: SelectQueryBuilder<Approval>,
    staff: StaffActor,
    { DecidableByMe }: ListApprovalsQuery,
  ): void {
    if (DecidableByMe === undefined) return;
    const facts = {
      actor: actorName(staff),
      staffId: staff.id,
      // No operation has an empty name: who may decide nothing finds nothing.
      operations: ['', ...this.operations.decidableBy(staff.permissions)],
    };
    if (DecidableByMe) query.andWhere(DECIDABLE, facts);
    else query.andWhere(`approval.status = 'Pending' AND NOT (${DECIDABLE})`, facts);
  }
}
