import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { HoldStatus } from '../ledger/movements/hold-status';
import { MovementScreen } from '../ledger/movements/movement-gates';
import { ProductsModule } from '../products/products.module';
import { WatchListsModule } from '../watch-lists/desk/watch-lists.module';
import { amlPermissions } from './aml.permissions';
import { AmlSaga } from './aml.saga';
import { AmlHoldDecider } from './aml-hold-decider';
import { AmlHoldSubject } from './aml-hold-subject';
import { AmlHoldWorkController } from './aml-hold-work.controller';
import { AmlHoldsController } from './aml-holds.controller';
import { AmlRuleChanges } from './aml-rule-changes';
import { AmlRules } from './aml-rules';
import { AmlRulesController } from './aml-rules.controller';
import { AmlScreen } from './aml-screen';
import { AmlScreeningController } from './aml-screening.controller';
import { AmlScreeningChanges } from './aml-screening-changes';
import { ApprovalReferences } from './approval-references';
import { AddAmlHoldNoteHandler } from './commands/add-aml-hold-note';
import { AssignAmlHoldHandler } from './commands/assign-aml-hold';
import { DecideAmlHoldsHandler } from './commands/bulk-decide-holds';
import { CreateAmlRuleHandler } from './commands/create-aml-rule';
import { DeactivateAmlRuleHandler } from './commands/deactivate-aml-rule';
import { DecideAmlHoldHandler } from './commands/decide-aml-hold';
import { RaiseHoldAlertHandler } from './commands/raise-hold-alert';
import { RaisePostingAlertHandler } from './commands/raise-posting-alert';
import { RecordCardSpendAlertHandler } from './commands/record-card-spend-alert';
import { ResumeHeldMovementHandler } from './commands/resume-held-movement';
import { SetAmlScreeningHandler } from './commands/set-aml-screening';
import { UpdateAmlRuleHandler } from './commands/update-aml-rule';
import { WithdrawAmlReleaseHandler } from './commands/withdraw-aml-release';
import { FreezeLifting } from './freeze-lifting';
import { HeldMovementClosureBlocker } from './held-movement-closure-blocker';
import { HoldFreezes } from './hold-freezes';
import { HoldGauges } from './hold-gauges';
import { PaymentNames } from './payment-names';
import { PostingHoldStatus } from './posting-hold-status';
import { ExportScreeningReportHandler } from './queries/export-screening-report';
import { ExportSuspiciousTransactionsHandler } from './queries/export-suspicious-transactions';
import { GetAmlHoldHandler } from './queries/get-aml-hold';
import { GetAmlHoldContextHandler } from './queries/get-aml-hold-context';
import { GetAmlScreeningHandler } from './queries/get-aml-screening';
import { GetScreeningReportHandler } from './queries/get-screening-report';
import { ListAmlHoldNotesHandler } from './queries/list-aml-hold-notes';
import { ListAmlHoldsHandler } from './queries/list-aml-holds';
import { ListAmlRulesHandler } from './queries/list-aml-rules';
import { ListHoldNameHitsHandler } from './queries/list-hold-name-hits';
import { ListSuspiciousTransactionsHandler } from './queries/list-suspicious-transactions';
import { TryAmlRuleHandler } from './queries/try-aml-rule';
import { ReleaseExpiry } from './release-expiry';
import { RuleAlerts } from './rule-alerts';
import { ScenarioDeskModule } from './scenario-desk/scenario-desk.module';

const handlers = [
  AddAmlHoldNoteHandler,
  AssignAmlHoldHandler,
  GetAmlHoldContextHandler,
  ListAmlHoldNotesHandler,
  ListHoldNameHitsHandler,
  TryAmlRuleHandler,
  CreateAmlRuleHandler,
  DeactivateAmlRuleHandler,
  DecideAmlHoldHandler,
  DecideAmlHoldsHandler,
  RaiseHoldAlertHandler,
  RaisePostingAlertHandler,
  RecordCardSpendAlertHandler,
  ResumeHeldMovementHandler,
  SetAmlScreeningHandler,
  UpdateAmlRuleHandler,
  WithdrawAmlReleaseHandler,
  ExportScreeningReportHandler,
  ExportSuspiciousTransactionsHandler,
  GetAmlHoldHandler,
  GetAmlScreeningHandler,
  GetScreeningReportHandler,
  ListAmlHoldsHandler,
  ListAmlRulesHandler,
  ListSuspiciousTransactionsHandler,
];

/** AML: rules, screening, holds and their release. Global, because the ledger screens every movement with it. */
@Global()
@Module({
  imports: [InstitutionsModule, ProductsModule, ScenarioDeskModule, WatchListsModule],
  controllers: [AmlHoldsController, AmlHoldWorkController, AmlRulesController, AmlScreeningController],
  providers: [
    AmlHoldDecider,
    AmlHoldSubject,
    AmlRuleChanges,
    AmlRules,
    AmlSaga,
    AmlScreeningChanges,
    ApprovalReferences,
    FreezeLifting,
    HoldFreezes,
    HoldGauges,
    HeldMovementClosureBlocker,
    PaymentNames,
    ReleaseExpiry,
    RuleAlerts,
    { provide: HoldStatus, useClass: PostingHoldStatus },
    { provide: MovementScreen, useClass: AmlScreen },
    ...handlers,
  ],
  exports: [HoldStatus, MovementScreen],
})
export class AmlModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(amlPermissions, 'AML');
  }
}
