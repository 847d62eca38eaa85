import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/permission-catalogue';
import { adminPermissions } from './admin.permissions';
import { AuditLogController } from './audit-log.controller';
import { ListAuditLogHandler } from './queries/list-audit-log';

/** What staff see of the system's own records. */
@Module({
  imports: [InstitutionsModule],
  controllers: [AuditLogController],
  providers: [ListAuditLogHandler],
})
export class AdminModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(adminPermissions);
  }
}
