import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import type { PagingQuery } from '../../../common/http/paging.dto';
import { ApprovalWork } from '../approval-work';
import type { ApprovalNoteView } from '../approval-work.dto';

/** The notes of an approval. */
export class ListApprovalNotes extends Query<Page<ApprovalNoteView>> {
  constructor(
    readonly institutionId: number,
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
    private readonly work: ApprovalWork,
  ) {}

  execute({ institutionId, approvalId, paging }: ListApprovalNotes): Promise<Page<ApprovalNoteView>> {
    return this.unitOfWork.read(institutionId, (tx) => this.work.notes(tx, institutionId, approvalId, paging));
  }
}
