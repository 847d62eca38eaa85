import { Module, type OnModuleInit } from '@nestjs/common';
import { LiensModule } from '../../accounts/liens/liens.module';
import { BusinessDayModule } from '../../business-day/business-day.module';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { SettingCatalogue } from '../../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { BackdatedRepayments } from '../adjustments/backdated-repayments';
import { RequestAdjustmentHandler } from '../adjustments/commands/request-adjustment';
import { RequestBackdatedRepaymentHandler } from '../adjustments/commands/request-backdated-repayment';
import { RequestRepaymentMoveHandler } from '../adjustments/commands/request-repayment-move';
import { LoanRefunds, LoanStaffCharges, LoanWaivers } from '../adjustments/loan-adjustments';
import { LoanHistoryAdminController } from '../adjustments/loan-history-admin.controller';
import { RepaymentMoves } from '../adjustments/repayment-moves';
import { AdjustmentTools } from '../adjustments/staff-adjustment';
import { LoanContagion } from '../classification/loan-contagion';
import { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { LoanProofs } from '../contract/loan-proofs';
import { InterestAdjustmentProofs } from '../effective-interest/interest-adjustment-proofs';
import { InterestAdjustments } from '../effective-interest/interest-adjustments';
import { LoanPlanning } from '../effective-interest/loan-planning';
import { GroupRepayments, RepayGroupLoanHandler } from '../groups/repayment/commands/repay-group-loan';
import { RebuildLoanEventsHandler } from '../history/commands/rebuild-loan-events';
import { RequestLoanReversalHandler } from '../history/commands/request-loan-reversal';
import { ListLoanEventsHandler } from '../history/list-loan-events';
import { LoanPasts } from '../history/loan-pasts';
import { LoanReversals } from '../history/loan-reversals';
import { LoansModule } from '../loans.module';
import { loansSettings } from '../loans.settings';
import { VatLedger } from '../origination/loan-charges';
import { LoanProvisions } from '../provisions/loan-provisions';
import { ProvisionAccounts } from '../provisions/provision-accounts';
import { ProvisionPostings } from '../provisions/provision-postings';
import { ProvisionProofs } from '../provisions/provision-proofs';
import { CollectionLedgerSources } from '../repayment/collection-ledger-sources';
import { CollectionsLedger } from '../repayment/collections-ledger';
import { LedgerRepayments, RepayLoanHandler } from '../repayment/commands/repay-loan';
import { EarlyRepayments, RepayLoanEarlyHandler } from '../repayment/commands/repay-loan-early';
import { RequestSecurityDepositHandler } from '../repayment/commands/request-security-deposit';
import { Refinancings } from '../repayment/refinancings';
import { EarlyRepaymentSubject, GroupRepaymentSubject, RepaymentSubject } from '../repayment/repayment-subjects';
import { Repayments } from '../repayment/repayments';
import { SecurityDeposits } from '../repayment/security-deposits';
import { SurplusAccounts } from '../repayment/surplus-accounts';
import { RequestRestructureHandler } from '../restructure/commands/request-restructure';
import { Restructures } from '../restructure/restructures';
import { SimulateController } from '../simulation/simulate.controller';
import { LoanStageMarks } from '../stage-marks/loan-stage-marks';
import { RequestStageMarkHandler } from '../stage-marks/request-stage-mark';
import { ChunkPosting } from '../steps/chunk-posting';
import { LoanAccrualStep } from '../steps/loan-accrual.step';
import { LoanAgeingStep } from '../steps/loan-ageing.step';
import { LoanArrearsStep } from '../steps/loan-arrears.step';
import { LoanCollectionStep } from '../steps/loan-collection.step';
import { LoanDueNoticesStep } from '../steps/loan-due-notices.step';
import { LoanInterestAdjustmentStep } from '../steps/loan-interest-adjustment.step';
import { LoanProvisionsStep } from '../steps/loan-provisions.step';
import { LoanSuspenseStep } from '../steps/loan-suspense.step';
import { ListSuspenseChangesHandler } from '../suspense/list-suspense-changes';
import { RequestWriteOffHandler } from '../write-off/commands/request-write-off';
import { LoanWriteOffs } from '../write-off/loan-write-offs';
import { LoanPreviews } from './loan-previews';
import { LoanPreviewsController } from './loan-previews.controller';
import { PreviewRestructureHandler } from './queries/preview-restructure';
import { PreviewWriteOffHandler } from './queries/preview-write-off';
import { ServicingController } from './servicing.controller';
import { servicingPermissions } from './servicing.permissions';
import { ServicingAdminController } from './servicing-admin.controller';
import { StaffChanges } from './staff-changes';

/** Running loans: repayments, the loan steps of the end of day, write-offs and restructures. */
@Module({
  imports: [BusinessDayModule, InstitutionsModule, LiensModule, LoansModule],
  controllers: [
    ServicingController,
    ServicingAdminController,
    LoanPreviewsController,
    LoanHistoryAdminController,
    SimulateController,
  ],
  providers: [
    BackdatedRepayments,
    ChunkPosting,
    CollectionLedgerSources,
    CollectionsLedger,
    EarlyRepayments,
    EarlyRepaymentSubject,
    GroupRepayments,
    GroupRepaymentSubject,
    LoanAccrualStep,
    LoanAgeingStep,
    LoanArrearsStep,
    LoanBookkeeping,
    LoanCollectionStep,
    LoanContagion,
    LoanPreviews,
    LoanProofs,
    PreviewRestructureHandler,
    PreviewWriteOffHandler,
    LoanProvisions,
    LoanProvisionsStep,
    ProvisionAccounts,
    ProvisionPostings,
    ProvisionProofs,
    LoanPlanning,
    AdjustmentTools,
    InterestAdjustmentProofs,
    InterestAdjustments,
    LoanInterestAdjustmentStep,
    LoanStageMarks,
    RequestStageMarkHandler,
    LoanDueNoticesStep,
    LoanSuspenseStep,
    ListLoanEventsHandler,
    ListSuspenseChangesHandler,
    LoanPasts,
    LoanRefunds,
    LoanReversals,
    LoanStaffCharges,
    LoanWaivers,
    RebuildLoanEventsHandler,
    Refinancings,
    RepaymentMoves,
    RequestAdjustmentHandler,
    RequestBackdatedRepaymentHandler,
    RequestRepaymentMoveHandler,
    RequestLoanReversalHandler,
    LedgerRepayments,
    Repayments,
    RepaymentSubject,
    Restructures,
    SecurityDeposits,
    StaffChanges,
    SurplusAccounts,
    VatLedger,
    LoanWriteOffs,
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
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(servicingPermissions, 'Loans');
    this.settings.register(loansSettings);
  }
}
