import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
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
import { ReceiptCodes } from './verification/receipt-codes';
import { ReceiptPageController } from './verification/receipt-page.controller';
import { verificationSettings } from './verification/verification.settings';
import { VerificationLimits } from './verification/verification-limits';
import { VerifyReceiptHandler } from './verification/verify-receipt';
import { VerifyReceiptController } from './verification/verify-receipt.controller';

/** Statements, receipts, histories and lists. The module only reads, from the replica where there is one. */
@Module({
  imports: [InstitutionsModule, LoansModule],
  controllers: [
    ReportsController,
    AccountMovementsController,
    PortfolioController,
    ReceiptPageController,
    VerifyReceiptController,
  ],
  providers: [
    ReceiptCodes,
    ReceiptPostings,
    VerificationLimits,
    VerifyReceiptHandler,
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
export class ReportsModule implements OnModuleInit {
  constructor(private readonly settings: SettingCatalogue) {}

  onModuleInit(): void {
    this.settings.register(verificationSettings);
  }
}
