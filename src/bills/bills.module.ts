import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { MessagingModule } from '../messaging/messaging.module';
import { PayoutsModule } from '../payouts/payouts.module';
import { BillVendPlanner } from './bill-vend.planner';
import { BillVendProvider } from './bill-vend-provider';
import { BillerCatalogue } from './biller-catalogue';
import { BillerCustomers } from './biller-customers';
import { BillsController } from './bills.controller';
import { billsPermissions } from './bills.permissions';
import { billsSettings } from './bills.settings';
import { BillsAdminController } from './bills-admin.controller';
import { ConfirmVendHandler } from './commands/confirm-vend';
import { FetchVendTokenHandler } from './commands/fetch-vend-token';
import { QueryVendHandler } from './commands/query-vend';
import { VendBillHandler } from './commands/vend-bill';
import { LateTokenJobs } from './late-token-jobs';
import { LateTokenWorker } from './late-token-worker';
import { LateTokens } from './late-tokens';
import { GetBillerCustomerHandler } from './queries/get-biller-customer';
import { ListBillersHandler } from './queries/list-billers';
import { ListUnresolvedVendsHandler } from './queries/list-unresolved-vends';
import { SearchVendsHandler } from './queries/search-vends';
import { VendNotifications } from './vend-notifications';
import { Vends } from './vends';

/** Bill payments: billers, vends, electricity tokens. */
@Module({
  imports: [InstitutionsModule, MessagingModule, PayoutsModule],
  controllers: [BillsController, BillsAdminController],
  providers: [
    BillerCatalogue,
    BillerCustomers,
    BillVendProvider,
    BillVendPlanner,
    LateTokenJobs,
    LateTokens,
    LateTokenWorker,
    VendNotifications,
    Vends,
    ConfirmVendHandler,
    FetchVendTokenHandler,
    QueryVendHandler,
    VendBillHandler,
    GetBillerCustomerHandler,
    ListBillersHandler,
    ListUnresolvedVendsHandler,
    SearchVendsHandler,
  ],
})
export class BillsModule implements OnModuleInit {
  constructor(
    private readonly permissions: PermissionCatalogue,
    private readonly settings: SettingCatalogue,
  ) {}

  onModuleInit(): void {
    this.settings.register(billsSettings);
    this.permissions.register(billsPermissions, 'Bills');
  }
}
