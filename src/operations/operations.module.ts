import { Module, type OnModuleInit } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ChartOfAccountsModule } from '../ledger/chart/chart-of-accounts.module';
import { CreateTillHandler } from './commands/create-till';
import { SetTillStatusHandler } from './commands/set-till-status';
import { UpdateTillHandler } from './commands/update-till';
import { CountTillHandler } from './counts/count-till';
import { ListTillCountsHandler } from './counts/list-till-counts';
import { TillCounts } from './counts/till-counts';
import { TillCountsController } from './counts/till-counts.controller';
import { operationsPermissions } from './operations.permissions';
import { operationsSettings } from './operations.settings';
import { GetTillHandler } from './queries/get-till';
import { GetTillBalanceHandler } from './queries/get-till-balance';
import { SearchTillsHandler } from './queries/search-tills';
import { TillCollections } from './till-collections';
import { TillEnquiriesController } from './till-enquiries.controller';
import { Tills } from './tills';
import { TillsController } from './tills.controller';

/** Tellers' tills. */
@Module({
  imports: [ApprovalsModule, InstitutionsModule, ChartOfAccountsModule],
  controllers: [TillCountsController, TillEnquiriesController, TillsController],
  providers: [
    Tills,
    TillCollections,
    TillCounts,
    CountTillHandler,
    ListTillCountsHandler,
    CreateTillHandler,
    SetTillStatusHandler,
    UpdateTillHandler,
    GetTillBalanceHandler,
    GetTillHandler,
    SearchTillsHandler,
  ],
})
export class OperationsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.permissions.register(operationsPermissions, 'Tills');
    this.settings.register(operationsSettings);
  }
}
