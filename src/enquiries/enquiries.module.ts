import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module';
import { PayoutsModule } from '../payouts/payouts.module';
import { AccountTimelineController } from './accounts/account-timeline.controller';
import { GetAccountTimelineHandler } from './accounts/get-account-timeline';
import { CustomerOverviewController } from './customers/customer-overview.controller';
import { GetCustomerOverviewHandler } from './customers/get-customer-overview';
import { QueryPaymentHandler } from './payments/commands/query-payment';
import { PaymentsController } from './payments/payments.controller';
import { GetPaymentHandler } from './payments/queries/get-payment';
import { GetPostingHandler } from './postings/get-posting';
import { ListPostingsHandler } from './postings/list-postings';
import { PostingsEnquiryController } from './postings/postings-enquiry.controller';
import { SearchHandler } from './search/search';
import { SearchController } from './search/search.controller';

/** Enquiries of staff that bring together what several modules keep: a customer, a payment, a posting. */
@Module({
  imports: [ApprovalsModule, PayoutsModule],
  controllers: [
    AccountTimelineController,
    CustomerOverviewController,
    PaymentsController,
    PostingsEnquiryController,
    SearchController,
  ],
  providers: [
    GetAccountTimelineHandler,
    GetCustomerOverviewHandler,
    GetPaymentHandler,
    GetPostingHandler,
    ListPostingsHandler,
    QueryPaymentHandler,
    SearchHandler,
  ],
})
export class EnquiriesModule {}
