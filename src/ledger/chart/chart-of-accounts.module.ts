import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../../institutions/institutions.module';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { MetadataModule } from '../../metadata/metadata.module';
import { ledgerPermissions } from '../ledger.permissions';
import { LedgerEntities } from '../ledger-entities';
import { LedgerProofController } from '../proof/ledger-proof.controller';
import { CreateGlAccountHandler } from './commands/create-gl-account';
import { UpdateGlAccountHandler } from './commands/update-gl-account';
import { GlAccounts } from './gl-accounts';
import { GlAccountsController } from './gl-accounts.controller';
import { LedgerChanges } from './ledger-changes';
import { ListGlAccountsHandler } from './queries/list-gl-accounts';

/** The staff routes of the ledger: chart of accounts, trial balance and proof. */
@Module({
  imports: [InstitutionsModule, MetadataModule],
  controllers: [LedgerProofController, GlAccountsController],
  providers: [
    LedgerEntities,
    GlAccounts,
    LedgerChanges,
    CreateGlAccountHandler,
    UpdateGlAccountHandler,
    ListGlAccountsHandler,
  ],
  exports: [GlAccounts],
})
export class ChartOfAccountsModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(ledgerPermissions, 'Books');
  }
}
