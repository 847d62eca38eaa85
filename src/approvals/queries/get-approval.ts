import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Approval } from '../approval.entity';
import { approvalViews } from '../approval-views';
import type { ApprovalView } from '../approvals.dto';
import { approvalsErrors } from '../approvals.errors';

/** One approval with its decisions and the status of its movement. */
export class GetApproval extends Query<ApprovalView> {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
  ) {
    super();
  }
}

@QueryHandler(GetApproval)
export class GetApprovalHandler implements IQueryHandler<GetApproval> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, approvalId }: GetApproval): Promise<ApprovalView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const approvals = await tx.findBy(Approval, { institutionId, id: approvalId });
      const [view] = await approvalViews(tx, institutionId, approvals);
      if (!view) throw approvalsErrors.APPROVAL_NOT_FOUND();
      return view;
    });
  }
}
