import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ChartOfAccountsModule } from '../ledger/chart/chart-of-accounts.module';
import { CreateTillHandler } from './commands/create-till';
import { SetTillStatusHandler } from './commands/set-till-status';
import { UpdateTillHandler } from './commands/update-till';
import { operationsPermissions } from './operations.permissions';
import { GetTillHandler } from './queries/get-till';
import { GetTillBalanceHandler } from './queries/get-till-balance';
import { SearchTillsHandler } from './queries/search-tills';
import { TillCollections } from './till-collections';
import { TillEnquiriesController } from './till-enquiries.controller';
import { Tills } from './tills';
import { TillsController } from './tills.controller';

/** Tellers' tills. */
@Module({
  imports: [InstitutionsModule, ChartOfAccountsModule],
  controllers: [TillEnquiriesController, TillsController],
  providers: [
    Tills,
    TillCollections,
    CreateTillHandler,
    SetTillStatusHandler,
    UpdateTillHandler,
    GetTillBalanceHandler,
    GetTillHandler,
    SearchTillsHandler,
  ],
})
export class OperationsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(operationsPermissions, 'Tills');
  }
}
