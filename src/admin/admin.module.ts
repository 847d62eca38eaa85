import { Module, type OnModuleInit } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { adminPermissions } from './admin.permissions';
import { AuditLogController } from './audit-log.controller';
import { AuditSeals } from './audit-seals';
import { AuditVerifier } from './audit-verifier';
import { ReplayDeadLetterHandler } from './commands/replay-dead-letter';
import { DeadLettersController } from './dead-letters.controller';
import { ListAuditLogHandler } from './queries/list-audit-log';
import { ListDeadLettersHandler } from './queries/list-dead-letters';
import { VerifyAuditLogHandler } from './queries/verify-audit-log';

/** The audit log and dead letters, for staff. */
@Module({
  imports: [DocumentsModule, InstitutionsModule],
  controllers: [AuditLogController, DeadLettersController],
  providers: [
    AuditSeals,
    AuditVerifier,
    ListAuditLogHandler,
    ListDeadLettersHandler,
    ReplayDeadLetterHandler,
    VerifyAuditLogHandler,
  ],
})
export class AdminModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(adminPermissions, 'Audit and operations');
  }
}
