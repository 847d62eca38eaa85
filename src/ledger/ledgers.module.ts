import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { CreateLedgerHandler } from './commands/create-ledger';
import { LedgerController } from './ledger.controller';
import { ledgerPermissions } from './ledger.permissions';
import { LedgersController } from './ledgers.controller';
import { ListLedgersHandler } from './queries/list-ledgers';

/** The staff side of the ledger: chart of accounts, trial balance, proof. */
@Module({
  imports: [InstitutionsModule],
  controllers: [LedgerController, LedgersController],
  providers: [CreateLedgerHandler, ListLedgersHandler],
})
export class LedgersModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(ledgerPermissions);
  }
}
