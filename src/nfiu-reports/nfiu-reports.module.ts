import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { DueDiligenceModule } from '../due-diligence/due-diligence.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { CashLedgers } from './cash-ledgers';
import { CtrStep } from './ctr.step';
import { FactsReader } from './facts-reader';
import { XsdValidator } from './goaml/xsd-validator';
import { NfiuReports } from './nfiu-reports';
import { NfiuReportsController } from './nfiu-reports.controller';
import { nfiuReportsPermissions } from './nfiu-reports.permissions';
import { nfiuReportsSettings } from './nfiu-reports.settings';
import { ReportComposer } from './report-composer';
import { ReportDeadlines } from './report-deadlines';
import { ReportSteps } from './report-steps';
import { SealedReports } from './sealed-reports';
import { StrDeadlines } from './str-deadlines';
import { TransactionsReader } from './transactions-reader';

/** Reports to the Nigerian Financial Intelligence Unit. */
@Module({
  imports: [AccountsModule, DueDiligenceModule, InstitutionsModule, MessagingModule],
  controllers: [NfiuReportsController],
  providers: [
    CashLedgers,
    CtrStep,
    FactsReader,
    NfiuReports,
    ReportComposer,
    ReportDeadlines,
    ReportSteps,
    SealedReports,
    StrDeadlines,
    TransactionsReader,
    XsdValidator,
  ],
})
export class NfiuReportsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(nfiuReportsPermissions, 'AML');
    this.settings.register(nfiuReportsSettings);
  }
}
