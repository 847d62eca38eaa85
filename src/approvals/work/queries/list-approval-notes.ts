import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In, Not } from 'typeorm';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import type { Page } from '../../../common/http/paging';
import type { PagingQuery } from '../../../common/http/paging.dto';
import { Approval } from '../../approval.entity';
import { approvalsErrors } from '../../approvals.errors';
import { DecidableOperations } from '../../decidable-operations';
import { ApprovalWork } from '../approval-work';
import type { ApprovalNoteView } from '../approval-work.dto';

/** The notes of an approval. */
export class ListApprovalNotes extends Query<Page<ApprovalNoteView>> {
  constructor(
    readonly staff: StaffActor,
    readonly approvalId: number,
    readonly paging: PagingQuery,
  ) {
    super();
  }
}

@QueryHandler(ListApprovalNotes)
export class ListApprovalNotesHandler implements IQueryHandler<ListApprovalNotes> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly operations: DecidableOperations,
    private readonly work: ApprovalWork,
  ) {}

  execute({ staff, approvalId, paging }: ListApprovalNotes): Promise<Page<ApprovalNoteView>> {
    const { institutionId, permissions } = staff;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const operation = Not(In(this.operations.hiddenFrom(permissions)));
      if (!(await tx.existsBy(Approval, { institutionId, id: approvalId, operation })))
        throw approvalsErrors.APPROVAL_NOT_FOUND();
      return this.work.notes(tx, institutionId, approvalId, paging);
    });
  }
}
