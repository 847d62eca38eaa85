import type { QueryBus } from '@nestjs/cqrs';
import { adminPermissions } from '../../admin/admin.permissions';
import { type AuditLogEntryView, ListAuditLogQuery } from '../../admin/audit-log.dto';
import { AUDIT_WIDENED_BY, ListAuditLog } from '../../admin/queries/list-audit-log';
import { type ExportReport, exportRowsOf } from '../exported-list';
import { numberColumn, textColumn, timeColumn } from './report-columns';

export const auditLogReport: ExportReport<ListAuditLogQuery, AuditLogEntryView> = {
  name: 'audit-log',
  title: 'Audit log',
  permission: adminPermissions.viewAuditLog,
  widenedBy: AUDIT_WIDENED_BY,
  filters: ListAuditLogQuery,
  columns: (timeZone) => [
    numberColumn('ID', (row) => row.id),
    timeColumn('Time', timeZone, (row) => row.at),
    textColumn('Actor', 24, (row) => row.actor),
    textColumn('Action', 24, (row) => row.action),
    textColumn('Object', 30, (row) => row.subject),
    textColumn('Details', 60, (row) => JSON.stringify(row.details)),
    textColumn('Address', 18, (row) => row.address),
    numberColumn('Session', (row) => row.sessionId),
    textColumn('Correlation', 36, (row) => row.correlationId),
  ],
  read: async (queries: QueryBus, { institutionId, permissions }, filters) =>
    exportRowsOf(await queries.execute(new ListAuditLog(institutionId, filters, permissions))),
};
