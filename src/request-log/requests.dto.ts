import { IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsInstant } from '../common/time/is-instant';

/** The calls to show; all filters hold at once. */
@FieldRelations({ rule: 'not-before', field: 'To', other: 'From' })
export class ApiRequestFilters {
  /** The `request-reference` of the call.
   * @example REF-20261123-0001 */
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  Reference?: string;

  /** The `x-correlation-id` of the answer.
   * @example 6f1f1c1e-8f0c-4bd5-9a57-3f3c1f0d2a11 */
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  CorrelationId?: string;

  /** The HTTP status of the answer.
   * @example 422 */
  @IsOptional()
  @IsInt()
  @Min(100)
  @Max(599)
  Status?: number;

  /** The address as in the reference, without values: `/api/card/v1/block`.
   * @example /api/transfer/v1/localfundtransfer */
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  Path?: string;

  /** From this instant.
   * @example 2026-11-23T00:00:00.000Z */
  @IsOptional()
  @IsInstant()
  @MaxLength(40)
  From?: string;

  /** Before this instant.
   * @example 2026-11-24T00:00:00.000Z */
  @IsOptional()
  @IsInstant()
  @MaxLength(40)
  To?: string;

  /** Only calls with smaller ids: `nextBefore` of the answer before.
   * @example 90211 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  Before?: number;

  /** The most calls to show.
   * @example 50 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(200)
  Limit: number = 50;
}

/** The calls of an API client to show. */
export class StaffApiRequestFilters extends ApiRequestFilters {
  /** The API client.
   * @example sandbox-client */
  @Matches(/^[\w-]{1,40}$/)
  ClientID!: string;
}

/** A call of an API client. */
export class ApiRequestView {
  /** Grows with time. @example 90211 */
  id!: number;

  /** @example sandbox-client */
  clientId!: string;

  /** When it was answered. @example 2026-11-23T09:00:00.000Z */
  at!: string;

  /** @example POST */
  method!: string;

  /** @example /api/transfer/v1/localfundtransfer */
  path!: string;

  /** @example 422 */
  status!: number;

  /** The code of an error or of a 202. @example INSUFFICIENT_FUNDS */
  code!: string | null;

  /** @example 12 */
  durationMs!: number;

  /** @example REF-20261123-0001 */
  reference!: string | null;

  /** @example 6f1f1c1e-8f0c-4bd5-9a57-3f3c1f0d2a11 */
  correlationId!: string;

  /**
   * Amounts, accounts, references and codes of the body; no names, numbers of persons or cards, PINs, texts or files.
   * @example {"debitAccount": "5999900014", "amount": 5000}
   */
  body!: Record<string, unknown> | null;

  /**
   * The same of the answer's `data`.
   * @example {"statusCode": "INSUFFICIENT_FUNDS"}
   */
  answer!: Record<string, unknown> | null;

  /** Calls of the institution before this one that could not be kept, because too many came at once. @example 0 */
  lostBefore!: number;
}

/** Calls, latest first. */
export class ApiRequestsView {
  requests!: ApiRequestView[];

  /** Send it as `Before` to read on; null after the last. @example 90162 */
  nextBefore!: number | null;
}
