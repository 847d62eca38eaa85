import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LoanPreviews } from '../loan-previews';
import type { RestructurePreviewView } from '../loan-previews.dto';
import type { RestructureBody } from '../servicing.dto';

/** Shows what a restructure of a loan would do today. */
export class PreviewRestructure extends Query<RestructurePreviewView> {
  constructor(
    readonly institutionId: number,
    readonly loanId: number,
    readonly body: RestructureBody,
  ) {
    super();
  }
}

@QueryHandler(PreviewRestructure)
export class PreviewRestructureHandler implements IQueryHandler<PreviewRestructure> {
  constructor(private readonly previews: LoanPreviews) {}

  execute({ institutionId, loanId, body }: PreviewRestructure): Promise<RestructurePreviewView> {
    return this.previews.restructure(institutionId, loanId, body);
  }
}
