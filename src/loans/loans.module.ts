import { Module, type OnModuleInit } from '@nestjs/common';
import { LiensModule } from '../accounts/liens/liens.module';
import { AgentsModule } from '../agents/agents.module';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { ProductsModule } from '../products/products.module';
import { AddLoanHandler } from './commands/add-loan';
import { CancelLoanHandler } from './commands/cancel-loan';
import { DecideLoanHandler } from './commands/decide-loan';
import { DisburseLoanHandler } from './commands/disburse-loan';
import { UpdateLoanHandler } from './commands/update-loan';
import { LoanAdminController } from './loan-admin.controller';
import { LoanApprovals } from './loan-approvals';
import { LoanBooks } from './loan-books';
import { LoanCharges } from './loan-charges';
import { LoanController } from './loan.controller';
import { LoanDisbursement } from './loan-disbursement';
import { LoanDisbursementSubject } from './loan-disbursement-subject';
import { LoanOffers } from './loan-offers';
import { LoanOrigination } from './loan-origination';
import { LoanParties } from './loan-parties';
import { LoanPayouts } from './loan-payouts';
import { LoanSchedules } from './loan-schedules';
import { LoanSubject } from './loan-subject';
import { LoanTies } from './loan-ties';
import { LoanTransactions } from './loan-transactions';
import { Loans } from './loans';
import { loansPermissions } from './loans.permissions';
import { SearchLoansHandler } from './queries/search-loans';
import { ViewLoanScheduleHandler } from './queries/view-loan-schedule';

/** Loans: asking for them, paying them out, reading them. */
@Module({
  imports: [AgentsModule, DocumentsModule, InstitutionsModule, LiensModule, MetadataModule, ProductsModule],
  controllers: [LoanController, LoanAdminController],
  providers: [
    LoanApprovals,
    LoanBooks,
    LoanCharges,
    LoanDisbursement,
    LoanDisbursementSubject,
    LoanOffers,
    LoanOrigination,
    LoanParties,
    LoanPayouts,
    Loans,
    LoanSchedules,
    LoanSubject,
    LoanTies,
    LoanTransactions,
    AddLoanHandler,
    CancelLoanHandler,
    DecideLoanHandler,
    DisburseLoanHandler,
    UpdateLoanHandler,
    SearchLoansHandler,
    ViewLoanScheduleHandler,
  ],
  exports: [LoanCharges, LoanDisbursement, LoanOrigination, LoanParties, Loans, LoanSchedules, LoanTransactions],
})
export class LoansModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(loansPermissions);
  }
}
