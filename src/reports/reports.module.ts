import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { LoansModule } from '../loans/loans.module';
import { AccountMovementsController } from './account-movements.controller';
import { PortfolioController } from './portfolio/portfolio.controller';
import { GetPortfolioAtRiskHandler } from './portfolio/queries/get-portfolio-at-risk';
import { GetProvisionMovementsHandler } from './portfolio/queries/get-provision-movements';
import { GetRollRatesHandler } from './portfolio/queries/get-roll-rates';
import { GetVintagesHandler } from './portfolio/queries/get-vintages';
import { ListLoanProvisionsHandler } from './portfolio/queries/list-loan-provisions';
import { ExportAccountStatementHandler } from './queries/export-account-statement';
import { GetAccountHistoryHandler } from './queries/get-account-history';
import { GetAccountStatementHandler } from './queries/get-account-statement';
import { GetCallOverHandler } from './queries/get-call-over';
import { GetLoanExpectationHandler } from './queries/get-loan-expectation';
import { GetLoanTrackingHandler } from './queries/get-loan-tracking';
import { GetSavingsAccrualHistoryHandler } from './queries/get-savings-accrual-history';
import { GetTransactionReceiptHandler } from './queries/get-transaction-receipt';
import { ReceiptPostings } from './receipt-postings';
import { ReportsController } from './reports.controller';

/** Statements, receipts, histories and lists. The module only reads, from the replica where there is one. */
@Module({
  imports: [InstitutionsModule, LoansModule],
  controllers: [ReportsController, AccountMovementsController, PortfolioController],
  providers: [
    ReceiptPostings,
    ExportAccountStatementHandler,
    GetAccountHistoryHandler,
    GetAccountStatementHandler,
    GetCallOverHandler,
    GetLoanExpectationHandler,
    GetLoanTrackingHandler,
    GetSavingsAccrualHistoryHandler,
    GetTransactionReceiptHandler,
    GetPortfolioAtRiskHandler,
    GetProvisionMovementsHandler,
    GetRollRatesHandler,
    GetVintagesHandler,
    ListLoanProvisionsHandler,
  ],
})
export class ReportsModule {}
