import { Module, type OnModuleInit } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { adminPermissions } from './admin.permissions';
import { AuditLogController } from './audit-log.controller';
import { ReplayDeadLetterHandler } from './commands/replay-dead-letter';
import { DeadLettersController } from './dead-letters.controller';
import { ListAuditLogHandler } from './queries/list-audit-log';
import { ListDeadLettersHandler } from './queries/list-dead-letters';

/** The audit log and dead letters, for staff. */
@Module({
  imports: [InstitutionsModule],
  controllers: [AuditLogController, DeadLettersController],
  providers: [ListAuditLogHandler, ListDeadLettersHandler, ReplayDeadLetterHandler],
})
export class AdminModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(adminPermissions);
  }
}
