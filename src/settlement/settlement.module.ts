import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { PayoutsModule } from '../payouts/payouts.module';
import { ConfirmSettlementLineHandler } from './commands/confirm-settlement-line';
import { ImportSettlementReportHandler } from './commands/import-settlement-report';
import { MatchSettlementReportHandler } from './commands/match-settlement-report';
import { ListSettlementLinesHandler } from './queries/list-settlement-lines';
import { ListSettlementReportsHandler } from './queries/list-settlement-reports';
import { ListUnreportedTransfersHandler } from './queries/list-unreported-transfers';
import { SettlementController } from './settlement.controller';
import { settlementPermissions } from './settlement.permissions';
import { settlementSettings } from './settlement.settings';
import { SettlementEvidence } from './settlement-evidence';
import { SettlementReports } from './settlement-reports';

/** Settlement reports of providers, compared with our transfers (docs/api/settlement.md). */
@Module({
  imports: [InstitutionsModule, PayoutsModule],
  controllers: [SettlementController],
  providers: [
    SettlementEvidence,
    SettlementReports,
    ConfirmSettlementLineHandler,
    ImportSettlementReportHandler,
    MatchSettlementReportHandler,
    ListSettlementLinesHandler,
    ListSettlementReportsHandler,
    ListUnreportedTransfersHandler,
  ],
})
export class SettlementModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(settlementPermissions, 'Settlement');
    this.settings.register(settlementSettings);
  }
}
