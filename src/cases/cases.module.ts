import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { AlertDesk } from './alerts/alert-desk';
import { AlertRaiser } from './alerts/alert-raiser';
import { AlertsController } from './alerts/alerts.controller';
import { StoredAlerts } from './alerts/stored-alerts';
import { CaseEscalations } from './case-escalations';
import { CaseEvidence } from './case-evidence';
import { CaseSteps } from './case-steps';
import { CaseStore } from './case-store';
import { CaseWorkController } from './case-work.controller';
import { Cases } from './cases';
import { CasesController } from './cases.controller';
import { casesPermissions } from './cases.permissions';
import { CasesSaga } from './cases.saga';
import { casesSettings } from './cases.settings';
import { JoinAlertHandler } from './commands/join-alert';
import { Effectiveness } from './effectiveness/effectiveness';
import { EffectivenessController } from './effectiveness/effectiveness.controller';

/** The desk of AML officers: alerts and cases. Global, because rules, scenarios and lists raise alerts. */
@Global()
@Module({
  imports: [DocumentsModule, InstitutionsModule, MessagingModule],
  controllers: [AlertsController, CasesController, CaseWorkController, EffectivenessController],
  providers: [
    AlertDesk,
    CaseEscalations,
    CaseEvidence,
    CaseSteps,
    CaseStore,
    Cases,
    CasesSaga,
    Effectiveness,
    JoinAlertHandler,
    { provide: AlertRaiser, useClass: StoredAlerts },
  ],
  exports: [AlertRaiser],
})
export class CasesModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(casesPermissions, 'AML');
    this.settings.register(casesSettings);
  }
}
