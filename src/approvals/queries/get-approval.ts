import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In, Not } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { Approval } from '../approval.entity';
import { readAskedEntries } from '../approval-entries';
import { ApprovalViews } from '../approval-views';
import type { ApprovalView } from '../approvals.dto';
import { approvalsErrors } from '../approvals.errors';
import { DecidableOperations } from '../decidable-operations';

/** One approval with its decisions and the status of its movement. */
export class GetApproval extends Query<ApprovalView> {
  constructor(
    readonly staff: StaffActor,
    readonly approvalId: number,
  ) {
    super();
  }
}

@QueryHandler(GetApproval)
export class GetApprovalHandler implements IQueryHandler<GetApproval> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly operations: DecidableOperations,
    private readonly views: ApprovalViews,
  ) {}

  async execute({ staff, approvalId }: GetApproval): Promise<ApprovalView> {
    const { institutionId } = staff;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const operation = Not(In(this.operations.hiddenFrom(staff.permissions)));
      const approvals = await tx.findBy(Approval, { institutionId, id: approvalId, operation });
      const [view] = await this.views.of(tx, institutionId, approvals, staff);
      if (!view) throw approvalsErrors.APPROVAL_NOT_FOUND();
      const entries = await readAskedEntries(tx, approvals[0]!);
      return entries ? { ...view, entries } : view;
    });
  }
}
