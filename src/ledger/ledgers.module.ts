import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { MetadataModule } from '../metadata/metadata.module';
import { CreateLedgerHandler } from './commands/create-ledger';
import { LedgerEntities } from './ledger-entities';
import { LedgerController } from './ledger.controller';
import { ledgerPermissions } from './ledger.permissions';
import { Ledgers } from './ledgers';
import { LedgersController } from './ledgers.controller';
import { ListLedgersHandler } from './queries/list-ledgers';

/** The staff side of the ledger: chart of accounts, trial balance, proof. */
@Module({
  imports: [InstitutionsModule, MetadataModule],
  controllers: [LedgerController, LedgersController],
  providers: [LedgerEntities, Ledgers, CreateLedgerHandler, ListLedgersHandler],
  exports: [Ledgers],
})
export class LedgersModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(ledgerPermissions);
  }
}
