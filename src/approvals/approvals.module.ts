import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { ConfigurationChanges } from '../institutions/changes/configuration-changes';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MovementApproval } from '../ledger/movements/movement-gates';
import { MessagingModule } from '../messaging/messaging.module';
import { ApprovalSaga } from './approval.saga';
import { ApprovalDecider } from './approval-decider';
import { ApprovalDecisions } from './approval-decisions';
import { ApprovalGate } from './approval-gate';
import { ApprovalGauges } from './approval-gauges';
import { ApprovalPolicies } from './approval-policies';
import { ApprovalPoliciesController } from './approval-policies.controller';
import { ApprovalSubjects } from './approval-subjects';
import { ApprovalViews } from './approval-views';
import { ApprovalWithdrawals } from './approval-withdrawals';
import { ApprovalsController } from './approvals.controller';
import { approvalsPermissions } from './approvals.permissions';
import { BulkDecisions } from './bulk/bulk-decisions';
import { DecideApprovalsHandler } from './bulk/commands/bulk-decide';
import { CreateApprovalPolicyHandler } from './commands/create-approval-policy';
import { DecideApprovalHandler } from './commands/decide-approval';
import { RunApprovedMovementHandler } from './commands/run-approved-movement';
import { UpdateApprovalPolicyHandler } from './commands/update-approval-policy';
import { WithdrawChangeHandler } from './commands/withdraw-change';
import { ConfigurationChangeApprovals } from './configuration-change-approvals';
import { DecidableOperations } from './decidable-operations';
import { MovementApprovals } from './movement-approvals';
import { PolicyChanges } from './policy-changes';
import { PostingApprovalGate } from './posting-approval-gate';
import { GetApprovalHandler } from './queries/get-approval';
import { ListApprovalPoliciesHandler } from './queries/list-approval-policies';
import { ListApprovalsHandler } from './queries/list-approvals';
import { WaitingSecrets } from './waiting-secrets';
import { ApprovalEscalations } from './work/approval-escalations';
import { ApprovalWork } from './work/approval-work';
import { ApprovalWorkController } from './work/approval-work.controller';
import { approvalWorkSettings } from './work/approval-work.settings';
import { AddApprovalNoteHandler } from './work/commands/add-approval-note';
import { AssignApprovalHandler } from './work/commands/assign-approval';
import { ListApprovalNotesHandler } from './work/queries/list-approval-notes';

/** Maker–checker: one list of all decisions that staff must take. Global, because the ledger's movements need it. */
@Global()
@Module({
  imports: [InstitutionsModule, MessagingModule],
  controllers: [ApprovalsController, ApprovalWorkController, ApprovalPoliciesController],
  providers: [
    ApprovalDecider,
    ApprovalDecisions,
    BulkDecisions,
    DecideApprovalsHandler,
    ApprovalEscalations,
    ApprovalGauges,
    ApprovalGate,
    ApprovalPolicies,
    ApprovalSaga,
    ApprovalSubjects,
    ApprovalWithdrawals,
    ApprovalViews,
    ApprovalWork,
    ConfigurationChangeApprovals,
    DecidableOperations,
    { provide: ConfigurationChanges, useExisting: ConfigurationChangeApprovals },
    MovementApprovals,
    PolicyChanges,
    WaitingSecrets,
    { provide: MovementApproval, useClass: PostingApprovalGate },
    AddApprovalNoteHandler,
    AssignApprovalHandler,
    CreateApprovalPolicyHandler,
    DecideApprovalHandler,
    RunApprovedMovementHandler,
    UpdateApprovalPolicyHandler,
    WithdrawChangeHandler,
    GetApprovalHandler,
    ListApprovalNotesHandler,
    ListApprovalPoliciesHandler,
    ListApprovalsHandler,
  ],
  exports: [
    ApprovalDecisions,
    BulkDecisions,
    ApprovalGate,
    ApprovalSubjects,
    ApprovalWithdrawals,
    ApprovalWork,
    ConfigurationChanges,
    DecidableOperations,
    MovementApproval,
  ],
})
export class ApprovalsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(approvalsPermissions, 'Approvals');
    this.settings.register(approvalWorkSettings);
  }
}
