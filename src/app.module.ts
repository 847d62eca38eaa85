import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { DormancyModule } from './accounts/dormancy/dormancy.module';
import { InterestModule } from './accounts/interest/interest.module';
import { LiensModule } from './accounts/liens/liens.module';
import { AccountLimitsModule } from './accounts/limits/account-limits.module';
import { OverdraftsModule } from './accounts/overdrafts/overdrafts.module';
import { AccountStatusModule } from './accounts/status/account-status.module';
import { AccountUpdateModule } from './accounts/update/account-update.module';
import { AdminModule } from './admin/admin.module';
import { AgentsModule } from './agents/agents.module';
import { AmlModule } from './aml/aml.module';
import { ApprovalsModule } from './approvals/approvals.module';
import { AuthModule } from './auth/auth.module';
import { BillsModule } from './bills/bills.module';
import { BooksModule } from './books/books.module';
import { CardsModule } from './cards/cards.module';
import { CasesModule } from './cases/cases.module';
import { CommonModule } from './common/common.module';
import type { AppConfig } from './common/config/app-config';
import { DocumentsModule } from './documents/documents.module';
import { DueDiligenceModule } from './due-diligence/due-diligence.module';
import { EndOfDayModule } from './end-of-day/end-of-day.module';
import { EnquiriesModule } from './enquiries/enquiries.module';
import { EventsModule } from './events/events.module';
import { ExportsModule } from './exports/exports.module';
import { FixedDepositsModule } from './fixed-deposits/fixed-deposits.module';
import { FraudComplaintsModule } from './fraud-complaints/fraud-complaints.module';
import { GeographyModule } from './geography/geography.module';
import { ImportsModule } from './imports/imports.module';
import { InstitutionsModule } from './institutions/institutions.module';
import { LedgerChainModule } from './ledger/chain/ledger-chain.module';
import { ChartOfAccountsModule } from './ledger/chart/chart-of-accounts.module';
import { LedgerModule } from './ledger/ledger.module';
import { DryRunsModule } from './ledger/movements/dry-runs.module';
import { GroupLoansModule } from './loans/groups/group-loans.module';
import { LoansModule } from './loans/loans.module';
import { LoanCertificateModule } from './loans/reading/certificate/loan-certificate.module';
import { LoanReviewsModule } from './loans/reviews/loan-reviews.module';
import { ServicingModule } from './loans/servicing/servicing.module';
import { MessagingModule } from './messaging/messaging.module';
import { MetadataModule } from './metadata/metadata.module';
import { NameScreeningModule } from './name-screening/name-screening.module';
import { NfiuReportsModule } from './nfiu-reports/nfiu-reports.module';
import { OperationsModule } from './operations/operations.module';
import { PayoutsModule } from './payouts/payouts.module';
import { PersonalDataModule } from './personal-data/personal-data.module';
import { PlacementsModule } from './placements/placements.module';
import { PostingsModule } from './postings/postings.module';
import { ProductsModule } from './products/products.module';
import { RecoveryModule } from './recovery/recovery.module';
import { ReportsModule } from './reports/reports.module';
import { RequestLogModule } from './request-log/request-log.module';
import { RiskRatingsModule } from './risk-ratings/risk-ratings.module';
import { entities } from './schema';
import { SandboxRoutesModule } from './seed/sandbox-routes.module';
import { SettlementModule } from './settlement/settlement.module';
import { TransfersModule } from './transfers/transfers.module';
import { WatchListsModule } from './watch-lists/desk/watch-lists.module';
import { WebhooksModule } from './webhooks/webhooks.module';
import { WorkModule } from './work/work.module';

/** The API: every module, tier by tier. */
@Module({})
export class AppModule {
  /** `connect: false` builds the application without a database, for its documents. */
  static forRoot(config: AppConfig, { connect = true } = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.forRoot({ config, entities, connect }),
        // tier 1
        InstitutionsModule,
        AuthModule,
        LedgerModule,
        DryRunsModule,
        ChartOfAccountsModule,
        LedgerChainModule,
        ApprovalsModule,
        DocumentsModule,
        ProductsModule,
        MessagingModule,
        GeographyModule,
        MetadataModule,
        EventsModule,
        WebhooksModule,
        RequestLogModule,
        // tier 2
        AccountsModule,
        AgentsModule,
        PlacementsModule,
        AccountLimitsModule,
        AccountStatusModule,
        AccountUpdateModule,
        LiensModule,
        OverdraftsModule,
        InterestModule,
        DormancyModule,
        // tier 3
        PostingsModule,
        PayoutsModule,
        TransfersModule,
        SettlementModule,
        CardsModule,
        BillsModule,
        FixedDepositsModule,
        LoansModule,
        ServicingModule,
        GroupLoansModule,
        LoanCertificateModule,
        LoanReviewsModule,
        DueDiligenceModule,
        WatchListsModule,
        // tier 4
        CasesModule,
        NameScreeningModule,
        NfiuReportsModule,
        RiskRatingsModule,
        FraudComplaintsModule,
        AmlModule,
        OperationsModule,
        RecoveryModule,
        EndOfDayModule,
        ReportsModule,
        BooksModule,
        PersonalDataModule,
        EnquiriesModule,
        WorkModule,
        AdminModule,
        ImportsModule,
        ExportsModule,
        SandboxRoutesModule,
      ],
    };
  }
}
