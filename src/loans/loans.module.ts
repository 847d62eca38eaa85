import { Module, type OnModuleInit } from '@nestjs/common';
import { LiensModule } from '../accounts/liens/liens.module';
import { AgentsModule } from '../agents/agents.module';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ProductsModule } from '../products/products.module';
import { LoanRules } from './classification/loan-rules';
import { LoanAccounts } from './contract/loan-accounts';
import { LoanAgentBlocker } from './contract/loan-agent-blocker';
import { LoanTransactions } from './contract/loan-bookkeeping';
import { LoanClosureBlocker } from './contract/loan-closure-blocker';
import { LoanEntities } from './contract/loan-entities';
import { LoanEvents } from './contract/loan-events';
import { Loans } from './contract/loans';
import { DisburseLoanHandler } from './disbursement/commands/disburse-loan';
import { DisbursementFollowUps } from './disbursement/disbursement-follow-ups';
import { DisbursementRequests } from './disbursement/disbursement-requests';
import { LoanDisbursement } from './disbursement/loan-disbursement';
import { LoanDisbursementSubject } from './disbursement/loan-disbursement-subject';
import { CreditLimitsOfOverdrafts } from './limits/credit-limits-of-overdrafts';
import { LoanCreditLimits } from './limits/loan-credit-limits';
import { LoansController } from './loans.controller';
import { loansPermissions } from './loans.permissions';
import { LoansAdminController } from './loans-admin.controller';
import { AgreedRates } from './origination/agreed-rates';
import { AddLoanHandler } from './origination/commands/add-loan';
import { CancelLoanHandler } from './origination/commands/cancel-loan';
import { DecideLoanHandler } from './origination/commands/decide-loan';
import { UpdateLoanHandler } from './origination/commands/update-loan';
import { LoanApprovals } from './origination/loan-approvals';
import { LoanCharges } from './origination/loan-charges';
import { LoanOffers } from './origination/loan-offers';
import { LoanOrigination } from './origination/loan-origination';
import { LoanParties } from './origination/loan-parties';
import { LoanSubject } from './origination/loan-subject';
import { GetLoanHandler } from './reading/queries/get-loan';
import { GetLoanTimelineHandler } from './reading/queries/get-loan-timeline';
import { SearchLoansHandler } from './reading/queries/search-loans';
import { ViewLoanScheduleHandler } from './reading/queries/view-loan-schedule';
import { LoanSchedules } from './schedule/loan-schedules';

/** Loans: origination, disbursement and reading. */
@Module({
  imports: [AgentsModule, DocumentsModule, InstitutionsModule, LiensModule, MetadataModule, ProductsModule],
  controllers: [LoansController, LoansAdminController],
  providers: [
    AgreedRates,
    CreditLimitsOfOverdrafts,
    LoanApprovals,
    LoanAccounts,
    LoanCharges,
    LoanCreditLimits,
    LoanDisbursement,
    LoanDisbursementSubject,
    LoanOffers,
    LoanOrigination,
    LoanParties,
    DisbursementFollowUps,
    DisbursementRequests,
    Loans,
    LoanRules,
    LoanSchedules,
    LoanSubject,
    LoanAgentBlocker,
    LoanClosureBlocker,
    LoanEntities,
    LoanEvents,
    LoanTransactions,
    AddLoanHandler,
    CancelLoanHandler,
    DecideLoanHandler,
    DisburseLoanHandler,
    UpdateLoanHandler,
    GetLoanHandler,
    GetLoanTimelineHandler,
    SearchLoansHandler,
    ViewLoanScheduleHandler,
  ],
  exports: [
    AgreedRates,
    LoanAccounts,
    LoanCharges,
    LoanCreditLimits,
    LoanDisbursement,
    LoanOrigination,
    LoanParties,
    LoanRules,
    Loans,
    LoanSchedules,
    LoanEvents,
    LoanTransactions,
  ],
})
export class LoansModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(loansPermissions, 'Loans');
  }
}
