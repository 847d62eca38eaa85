import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LoanPreviews } from '../loan-previews';
import type { WriteOffPreviewView } from '../loan-previews.dto';

/** Shows what a write-off of a loan would do today. */
export class PreviewWriteOff extends Query<WriteOffPreviewView> {
  constructor(
    readonly institutionId: number,
    readonly loanId: number,
  ) {
    super();
  }
}

@QueryHandler(PreviewWriteOff)
export class PreviewWriteOffHandler implements IQueryHandler<PreviewWriteOff> {
  constructor(private readonly previews: LoanPreviews) {}

  execute({ institutionId, loanId }: PreviewWriteOff): Promise<WriteOffPreviewView> {
    return this.previews.writeOff(institutionId, loanId);
  }
}
