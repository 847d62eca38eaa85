import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LoanReviewer, type ReviewResult } from '../loan-reviewer';
import type { ReviewKind } from '../review-subject';
import { ReviewSubjectReader } from '../review-subject-reader';

/** Reviews every participant of a group loan. Each call requests and stores a new review. */
export class ReviewGroupLoan extends Command<ReviewResult> {
  constructor(
    readonly institutionId: number,
    readonly requestedBy: string,
    readonly groupLoanId: number,
    readonly kind: ReviewKind,
  ) {
    super();
  }
}

@CommandHandler(ReviewGroupLoan)
export class ReviewGroupLoanHandler implements ICommandHandler<ReviewGroupLoan> {
  constructor(
    private readonly subjects: ReviewSubjectReader,
    private readonly reviewer: LoanReviewer,
  ) {}

  /** @throws GROUP_LOAN_NOT_FOUND (404) and as `LoanReviewer.review` does */
  async execute({ institutionId, requestedBy, groupLoanId, kind }: ReviewGroupLoan): Promise<ReviewResult> {
    return this.reviewer.review(
      institutionId,
      await this.subjects.group(institutionId, groupLoanId),
      kind,
      requestedBy,
    );
  }
}
