import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { IdAllocator } from '../../common/database/id-allocator';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { GatewayTarget } from '../../common/gateway/gateway-call';
import { Clock } from '../../common/time/clock';
import { AiReviewer } from './ai-reviewer';
import { CreditBureau } from './credit-bureau';
import { inParallel } from './in-parallel';
import { LoanReview } from './loan-review.entity';
import type { CreditBureauView, GroupBureauView } from './loan-reviews.dto';
import { loanReviewsErrors } from './loan-reviews.errors';
import { reviewPrompt } from './review-prompt';
import {
  analysisTypeOf,
  type BureauIdentity,
  loansOf,
  type ReviewedLoan,
  type ReviewKind,
  type ReviewSubject,
  snapshotOf,
} from './review-subject';

/** Bureau reports of one group that are requested at the same time. */
const CONCURRENT_REPORTS = 4;
/** A review may take as long as this many provider timeouts. */
const MAX_CALLS_PER_REVIEW = 2;

/** The result of a review. */
export type ReviewResult = Pick<LoanReview, 'analysisType' | 'generatedAt' | 'review'> & {
  subject: ReviewSubject;
  creditBureau: CreditBureauView | GroupBureauView;
};

/** Requests reviews from the providers and stores their answers. The loan itself is never changed. */
@Injectable()
export class LoanReviewer {
  constructor(
    private readonly bureau: CreditBureau,
    private readonly ai: AiReviewer,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * @param requestedBy name of the caller, as in audit columns.
   * @throws BORROWER_NOT_IDENTIFIABLE (422), CREDIT_BUREAU_FAILED, AI_REVIEW_FAILED (502), INTEGRATION_NOT_ENABLED,
   *   GATEWAY_UNAVAILABLE (503)
   */
  async review(
    institutionId: number,
    subject: ReviewSubject,
    kind: ReviewKind,
    requestedBy: string,
  ): Promise<ReviewResult> {
    const deadline = performance.now() + this.config.gatewayTimeoutMs * MAX_CALLS_PER_REVIEW;
    const bureau = await this.bureau.target(institutionId);
    const ai = kind === 'ai' ? await this.ai.target(institutionId) : undefined;
    const reports = await this.reports(bureau, loansOf(subject), deadline);
    const facts = loansOf(subject).map(({ snapshot }, index) => ({ snapshot, report: reports[index]! }));
    const review = ai
      ? await this.ai.review(ai, reviewPrompt(facts, subject.kind === 'group'), deadline - performance.now())
      : null;
    const creditBureau =
      subject.kind === 'loan'
        ? reports[0]!
        : {
            participants: facts.map(({ snapshot: { id, loanAccountNumber, customerID }, report }) => ({
              id,
              loanAccountNumber,
              customerID,
              ...report,
            })),
          };
    const result = {
      analysisType: analysisTypeOf(subject, kind),
      subject,
      creditBureau,
      review,
      generatedAt: this.clock.institutionNow(institutionId),
    };
    await this.store(institutionId, result, requestedBy);
    return result;
  }

  private reports(
    target: GatewayTarget,
    loans: readonly ReviewedLoan[],
    deadline: number,
  ): Promise<CreditBureauView[]> {
    const identities = loans.map(requireIdentity);
    return inParallel(identities, CONCURRENT_REPORTS, (identity) =>
      this.bureau.report(target, identity, deadline - performance.now()),
    );
  }

  private async store(
    institutionId: number,
    { analysisType, subject, creditBureau, review, generatedAt }: ReviewResult,
    requestedBy: string,
  ): Promise<void> {
    const id = await this.ids.next();
    const answers: Pick<LoanReview, 'snapshot' | 'creditBureau'> = {
      snapshot: { ...snapshotOf(subject) },
      creditBureau: { ...creditBureau },
    };
    const row = {
      institutionId,
      id,
      analysisType,
      subjectId: subject.id,
      ...answers,
      review,
      requestedBy,
      generatedAt,
    };
    await this.unitOfWork.run(institutionId, (tx) => tx.insert(LoanReview, row as object));
  }
}

/** Checked before any provider is called. @throws BORROWER_NOT_IDENTIFIABLE (422) */
function requireIdentity({ identity, snapshot: { loanAccountNumber, customerID } }: ReviewedLoan): BureauIdentity {
  if (identity) return identity;
  const message =
    `The customer ${customerID} of the loan ${loanAccountNumber} has no BVN, or no registration number as a company ` +
    'or group, which the credit bureau needs; add it to the customer.';
  throw loanReviewsErrors.BORROWER_NOT_IDENTIFIABLE(message, { loanAccountNumber, customerID });
}
