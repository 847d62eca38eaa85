import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ApprovalWork } from '../../approvals/work/approval-work';
import type { ApprovalNoteView } from '../../approvals/work/approval-work.dto';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import type { PagingQuery } from '../../common/http/paging.dto';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';

/** The notes of an AML hold. */
export class ListAmlHoldNotes extends Query<Page<ApprovalNoteView>> {
  constructor(
    readonly institutionId: number,
    readonly approvalId: number,
    readonly paging: PagingQuery,
  ) {
    super();
  }
}

@QueryHandler(ListAmlHoldNotes)
export class ListAmlHoldNotesHandler implements IQueryHandler<ListAmlHoldNotes> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly work: ApprovalWork,
  ) {}

  execute({ institutionId, approvalId, paging }: ListAmlHoldNotes): Promise<Page<ApprovalNoteView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      if (!(await tx.existsBy(AmlHold, { institutionId, approvalId }))) throw amlErrors.AML_HOLD_NOT_FOUND();
      return this.work.notes(tx, institutionId, approvalId, paging);
    });
  }
}
