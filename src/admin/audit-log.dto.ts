import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsIP, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { AuditLogEntry } from '../common/audit/audit-log-entry.entity';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { AUDIT_PROBLEMS, type AuditProblem } from './chain-misfit';

/** Filters of the audit log. */
@FieldRelations({ rule: 'not-before', field: 'To', other: 'From' })
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

  /**
   * Beginning of the object, such as `customer:00000101`, for the object and all that belongs to it. At most 10,000
   * entries may begin with it.
   */
  @IsOptional()
  @IsString()
  @MinLength(3)
  @MaxLength(200)
  SubjectPrefix?: string;

  /** Correlation id of the request. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  Correlation?: string;

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

/** The part of the audit log to verify. */
export class VerifyAuditLogQuery {
  /** The number after which to begin: 0, then `next` of the answer before. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  AfterNumber: number = 0;

  /** Rows to verify, at most 10,000. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(10_000)
  Rows: number = 5_000;
}

/** The first place where the audit log does not fit its chain or its seals. */
export class AuditMisfitView {
  /** @example "row-changed" */
  @ApiProperty({ enum: AUDIT_PROBLEMS })
  problem!: AuditProblem;
  /**
   * The number in the chain; null for a row without one.
   * @example 4711
   */
  number!: number | null;
  /**
   * The `id` of the row in the audit log, where there is one.
   * @example 10061
   */
  auditLogId!: number | null;
  /** @example "The row with the number 4711 was changed." */
  message!: string;
}

/** A public key that verifies seals. */
export class AuditPublicKeyView {
  /** @example "9f2c4e6b8a0d1357" */
  keyId!: string;
  /** @example "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…\n-----END PUBLIC KEY-----\n" */
  publicKey!: string;
}

/** The result of the verification of a part of the audit log. */
export class AuditVerificationView {
  /**
   * True when everything in this part fits.
   * @example true
   */
  intact!: boolean;
  /** @example null */
  firstMisfit!: AuditMisfitView | null;
  /** @example 5000 */
  verifiedRows!: number;
  /**
   * The last number of this part.
   * @example 5000
   */
  lastNumber!: number;
  /**
   * Its hash, which can be noted outside the bank.
   * @example "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
   */
  lastHash!: string | null;
  /**
   * The `AfterNumber` of the next part; null at the end, and after a misfit.
   * @example 5000
   */
  next!: number | null;
  /** @example 3 */
  verifiedSeals!: number;
  /**
   * The first closed day without a seal; null when every closed day is sealed.
   * @example null
   */
  unsealedSince!: string | null;
  /**
   * Rows of the last seconds that have no number yet, at most 1,000.
   * @example 0
   */
  waitingRows!: number;
  /** The keys by which seals were verified; empty when none is configured. */
  publicKeys!: AuditPublicKeyView[];
}
