import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LoanReviewer, type ReviewResult } from '../loan-reviewer';
import type { ReviewKind } from '../review-subject';
import { ReviewSubjectReader } from '../review-subject-reader';

/** Reviews a loan. Each call requests and stores a new review. */
export class ReviewLoan extends Command<ReviewResult> {
  constructor(
    readonly institutionId: number,
    readonly requestedBy: string,
    readonly loanAccountNumber: string,
    readonly kind: ReviewKind,
  ) {
    super();
  }
}

@CommandHandler(ReviewLoan)
export class ReviewLoanHandler implements ICommandHandler<ReviewLoan> {
  constructor(
    private readonly subjects: ReviewSubjectReader,
    private readonly reviewer: LoanReviewer,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) and as `LoanReviewer.review` does */
  async execute({ institutionId, requestedBy, loanAccountNumber, kind }: ReviewLoan): Promise<ReviewResult> {
    return this.reviewer.review(
      institutionId,
      await this.subjects.loan(institutionId, loanAccountNumber),
      kind,
      requestedBy,
    );
  }
}
