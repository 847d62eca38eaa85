import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsIP, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { AuditLogEntry } from '../common/audit/audit-log-entry.entity';
import { PagingQuery } from '../common/http/paging.dto';
import { IsCalendarDate } from '../common/time/is-calendar-date';

/** Filters of the audit log. */
export class ListAuditLogQuery extends PagingQuery {
  /** Actor, such as `staff:STF001`. */
  @IsOptional()
  @IsString()
  @MaxLength(120)
  Actor?: string;

  /** Action, such as `branch.create`. */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Action?: string;

  /** Object of the action, such as `branch:BR01`. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  Subject?: string;

  /** Network address of the caller, such as `102.89.23.4`. */
  @IsOptional()
  @IsIP()
  Address?: string;

  /** Staff session of the caller. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  SessionID?: number;

  /** First day, in the institution's time zone. */
  @IsOptional()
  @IsCalendarDate()
  From?: string;

  /** Last day, in the institution's time zone. */
  @IsOptional()
  @IsCalendarDate()
  To?: string;

  /** Column that orders the rows. */
  @IsOptional()
  @IsIn(['at'])
  override SortColumn: string = 'at';
}

/** An action in the audit log. */
export class AuditLogEntryView {
  /** @example 10061 */
  id!: number;
  /** @example staff:STF001 */
  actor!: string;
  /** @example branch.create */
  action!: string;
  /** @example branch:BR01 */
  subject!: string;
  /** @example {"branchCode": "BR01", "branchName": "Marina"} */
  @ApiProperty({ type: 'object', additionalProperties: true })
  details!: object;
  /** @example 6b6f9c9e-4d0c-4c70-9a3b-2f6f1a8d5c11 */
  correlationId!: string | null;
  /** @example 102.89.23.4 */
  address!: string | null;
  /** @example 20417 */
  sessionId!: number | null;
  /** @example 2026-11-21T09:00:00.000Z */
  at!: Date;
}

export function auditLogEntryView({
  id,
  actor,
  action,
  subject,
  details,
  correlationId,
  address,
  sessionId,
  at,
}: AuditLogEntry): AuditLogEntryView {
  return { id, actor, action, subject, details, correlationId, address, sessionId, at };
}
