import { Controller, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { actorName, type ClientActor, CurrentClient } from '../../common/http/actor';
import { clientAccess, Endpoint, type EndpointOptions } from '../../common/http/endpoint.decorator';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { loansErrors } from '../loans.errors';
import { ReviewGroupLoan } from './commands/review-group-loan';
import { ReviewLoan } from './commands/review-loan';
import type { ReviewResult } from './loan-reviewer';
import {
  GroupLoanAiReviewView,
  GroupLoanCreditBureauView,
  GroupLoanReviewQuery,
  LoanAiReviewView,
  LoanCreditBureauView,
  LoanReviewQuery,
} from './loan-reviews.dto';
import { loanReviewsErrors } from './loan-reviews.errors';
import { type ReviewKind, snapshotOf } from './review-subject';

const BUREAU_ERRORS = [
  loanReviewsErrors.BORROWER_NOT_IDENTIFIABLE,
  loanReviewsErrors.CREDIT_BUREAU_FAILED,
  integrationsErrors.INTEGRATION_NOT_ENABLED,
  integrationsErrors.GATEWAY_UNAVAILABLE,
];
const AI_ERRORS = [...BUREAU_ERRORS, loanReviewsErrors.AI_REVIEW_FAILED];
const LOAN_ERRORS = [loansErrors.LOAN_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED];

const BUREAU_TEXT =
  'Each call requests a new report, by the BVN of a person or the registration number of a company, and stores it ' +
  'with a snapshot of the loan. The bureau may charge the institution. The loan does not change and can have any ' +
  'status.';
const AI_TEXT =
  'Requests a credit bureau report first. The language model that the institution configured then gets numbers and ' +
  'enumerations only: no name, BVN, NIN, telephone number, address or account number. Each call creates and stores a ' +
  'new review. The text is machine-written and decides nothing. Both providers must be enabled.';

const bureauEndpoint = (summary: string, more: Pick<EndpointOptions, 'response' | 'errors'>): EndpointOptions => ({
  summary,
  description: BUREAU_TEXT,
  access: clientAccess('loans:write'),
  ...more,
});
const aiEndpoint = (summary: string, more: Pick<EndpointOptions, 'response' | 'errors'>): EndpointOptions => ({
  summary,
  description: AI_TEXT,
  access: clientAccess('loans:write'),
  ...more,
});

/** Credit bureau and AI reviews of loans and group loans. */
@ApiTags('Loans')
@Controller('api/loanaccount/v1')
export class LoanReviewsController {
  constructor(private readonly commands: CommandBus) {}

  @Get('loancreditbureau')
  @Endpoint(
    bureauEndpoint('Get a credit bureau report on a loan', {
      response: LoanCreditBureauView,
      errors: [...LOAN_ERRORS, ...BUREAU_ERRORS],
    }),
  )
  async loanCreditBureau(
    @CurrentClient() client: ClientActor,
    @Query() { loanAccountNumber }: LoanReviewQuery,
  ): Promise<object> {
    const result = await this.ofLoan(client, loanAccountNumber, 'credit-bureau');
    return {
      ...headOf(result),
      loanSnapshot: snapshotOf(result.subject),
      creditBureau: result.creditBureau,
    } satisfies Record<keyof LoanCreditBureauView, unknown>;
  }

  @Get('loanaireview')
  @Endpoint(
    aiEndpoint('Get an AI review of a loan', {
      response: LoanAiReviewView,
      errors: [...LOAN_ERRORS, ...AI_ERRORS],
    }),
  )
  async loanAiReview(
    @CurrentClient() client: ClientActor,
    @Query() { loanAccountNumber }: LoanReviewQuery,
  ): Promise<object> {
    const result = await this.ofLoan(client, loanAccountNumber, 'ai');
    return {
      ...headOf(result),
      subjectSnapshot: snapshotOf(result.subject),
      creditBureau: result.creditBureau,
      review: result.review,
    } satisfies Record<keyof LoanAiReviewView, unknown>;
  }

  @Get('grouploancreditbureau')
  @Endpoint(
    bureauEndpoint('Get credit bureau reports on a group loan', {
      response: GroupLoanCreditBureauView,
      errors: [loansErrors.GROUP_LOAN_NOT_FOUND, ...BUREAU_ERRORS],
    }),
  )
  async groupLoanCreditBureau(
    @CurrentClient() client: ClientActor,
    @Query() { groupLoanID }: GroupLoanReviewQuery,
  ): Promise<object> {
    const result = await this.ofGroup(client, groupLoanID, 'credit-bureau');
    return {
      ...headOf(result),
      groupLoanSnapshot: snapshotOf(result.subject),
      creditBureau: result.creditBureau,
    } satisfies Record<keyof GroupLoanCreditBureauView, unknown>;
  }

  @Get('grouploanaireview')
  @Endpoint(
    aiEndpoint('Get an AI review of a group loan', {
      response: GroupLoanAiReviewView,
      errors: [loansErrors.GROUP_LOAN_NOT_FOUND, ...AI_ERRORS],
    }),
  )
  async groupLoanAiReview(
    @CurrentClient() client: ClientActor,
    @Query() { groupLoanID }: GroupLoanReviewQuery,
  ): Promise<object> {
    const result = await this.ofGroup(client, groupLoanID, 'ai');
    return {
      ...headOf(result),
      subjectSnapshot: snapshotOf(result.subject),
      creditBureau: result.creditBureau,
      review: result.review,
    } satisfies Record<keyof GroupLoanAiReviewView, unknown>;
  }

  private ofLoan(client: ClientActor, loanAccountNumber: string, kind: ReviewKind): Promise<ReviewResult> {
    return this.commands.execute(new ReviewLoan(client.institutionId, actorName(client), loanAccountNumber, kind));
  }

  private ofGroup(client: ClientActor, groupLoanID: number, kind: ReviewKind): Promise<ReviewResult> {
    return this.commands.execute(new ReviewGroupLoan(client.institutionId, actorName(client), groupLoanID, kind));
  }
}

const headOf = ({ analysisType, generatedAt }: ReviewResult): { analysisType: string; generatedAtUtc: string } => ({
  analysisType,
  generatedAtUtc: generatedAt.toISOString(),
});
