import { Module, type OnModuleInit } from '@nestjs/common';
import { LiensModule } from '../../accounts/liens/liens.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/permission-catalogue';
import { LoansModule } from '../loans.module';
import { CollectionsLedger } from './collections-ledger';
import { RepayLoanHandler } from './commands/repay-loan';
import { RepayLoanEarlyHandler } from './commands/repay-loan-early';
import { RequestRestructureHandler } from './commands/request-restructure';
import { RequestSecurityDepositHandler } from './commands/request-security-deposit';
import { RequestWriteOffHandler } from './commands/request-write-off';
import { EarlyRepayments } from './early-repayments';
import { RepayGroupLoanHandler } from './group/commands/repay-group-loan';
import { GroupRepayments } from './group/group-repayments';
import { LoanBookkeeping } from './loan-bookkeeping';
import { LoanProofs } from './loan-proofs';
import { RepaymentOrders } from './repayment-orders';
import { EarlyRepaymentSubject, GroupRepaymentSubject, RepaymentSubject } from './repayment-subjects';
import { Repayments } from './repayments';
import { Restructures } from './restructures';
import { SecurityDeposits } from './security-deposits';
import { ServicingAdminController } from './servicing-admin.controller';
import { ServicingController } from './servicing.controller';
import { servicingPermissions } from './servicing.permissions';
import { StaffChanges } from './staff-changes';
import { ChunkPosting } from './steps/chunk-posting';
import { LoanAccrualStep } from './steps/loan-accrual-step';
import { LoanAgeingStep } from './steps/loan-ageing-step';
import { LoanArrearsStep } from './steps/loan-arrears-step';
import { LoanChunks } from './steps/loan-chunks';
import { LoanCollectionStep } from './steps/loan-collection-step';
import { VatLedger } from './vat-ledger';
import { WriteOffs } from './write-offs';

/** Loans that run: repayments, the steps of the day, write-offs and new terms. */
@Module({
  imports: [InstitutionsModule, LiensModule, LoansModule],
  controllers: [ServicingController, ServicingAdminController],
  providers: [
    ChunkPosting,
    CollectionsLedger,
    EarlyRepayments,
    EarlyRepaymentSubject,
    GroupRepayments,
    GroupRepaymentSubject,
    LoanAccrualStep,
    LoanAgeingStep,
    LoanArrearsStep,
    LoanBookkeeping,
    LoanChunks,
    LoanCollectionStep,
    LoanProofs,
    RepaymentOrders,
    Repayments,
    RepaymentSubject,
    Restructures,
    SecurityDeposits,
    StaffChanges,
    VatLedger,
    WriteOffs,
    RepayGroupLoanHandler,
    RepayLoanEarlyHandler,
    RepayLoanHandler,
    RequestRestructureHandler,
    RequestSecurityDepositHandler,
    RequestWriteOffHandler,
  ],
  exports: [Repayments],
})
export class ServicingModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(servicingPermissions);
  }
}
