import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { LoansModule } from '../loans.module';
import { AiReviewer } from './ai-reviewer';
import { ReviewGroupLoanHandler } from './commands/review-group-loan';
import { ReviewLoanHandler } from './commands/review-loan';
import { CreditBureau } from './credit-bureau';
import { LoanReviewer } from './loan-reviewer';
import { LoanReviewsController } from './loan-reviews.controller';
import { ReviewSubjectReader } from './review-subject-reader';

/** Reviews of loans and group loans by a credit bureau and a language model. */
@Module({
  imports: [InstitutionsModule, LoansModule],
  controllers: [LoanReviewsController],
  providers: [AiReviewer, CreditBureau, LoanReviewer, ReviewSubjectReader, ReviewGroupLoanHandler, ReviewLoanHandler],
})
export class LoanReviewsModule {}
