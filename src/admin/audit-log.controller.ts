import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Page } from '../common/http/paging';
import { adminPermissions } from './admin.permissions';
import { AuditLogEntryView, AuditVerificationView, ListAuditLogQuery, VerifyAuditLogQuery } from './audit-log.dto';
import { ListAuditLog } from './queries/list-audit-log';
import { VerifyAuditLog } from './queries/verify-audit-log';

@ApiTags('Audit log')
@Controller('api/admin/v1/audit-log')
export class AuditLogController {
  constructor(private readonly queryBus: QueryBus) {}

  @Get()
  @Endpoint({
    summary: 'List audit log entries',
    access: staffAccess(adminPermissions.viewAuditLog),
    response: AuditLogEntryView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListAuditLogQuery): Promise<Page<AuditLogEntryView>> {
    return this.queryBus.execute(new ListAuditLog(staff.institutionId, filters, staff.permissions));
  }

  @Get('verify')
  @Endpoint({
    summary: 'Verify the audit log',
    description:
      'Compares rows with the chain of hashes and with the signed seals, in parts: repeat with `AfterNumber` set to ' +
      '`next` until it is null.',
    access: staffAccess(adminPermissions.viewAuditLog),
    response: AuditVerificationView,
  })
  verify(@CurrentStaff() staff: StaffActor, @Query() part: VerifyAuditLogQuery): Promise<AuditVerificationView> {
    return this.queryBus.execute(new VerifyAuditLog(staff.institutionId, part));
  }
}
