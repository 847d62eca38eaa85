import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { DueDiligenceController } from './due-diligence.controller';
import { dueDiligencePermissions } from './due-diligence.permissions';
import { DueDiligences } from './due-diligences';
import { StoredDirectors } from './stored-directors';

/** What is known of how customers live and earn. */
@Module({
  imports: [AccountsModule, InstitutionsModule],
  controllers: [DueDiligenceController],
  providers: [DueDiligences, StoredDirectors],
  exports: [DueDiligences],
})
export class DueDiligenceModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(dueDiligencePermissions, 'Customers');
  }
}
