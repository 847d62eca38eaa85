import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { BASE64URL_PATTERN, DOCUMENT_CONTENT_MAX_LENGTH } from '../documents/base64url-decoder';
import { IsFileName } from '../documents/document-rules';
import { PROVIDERS } from '../institutions/settings/base-settings';
import {
  SETTLEMENT_DIRECTIONS,
  SETTLEMENT_OUTCOMES,
  SETTLEMENT_RESULTS,
  type SettlementDirection,
  type SettlementOutcome,
  type SettlementResult,
} from './settlement-line.entity';

type TransferProviderName = (typeof PROVIDERS.TRANSFER)[number];

/** The state of our transfer beside a matched line: it agrees, it is not final, or it is final the other way. */
export const SETTLEMENT_POSITIONS = ['Agrees', 'Open', 'Contradicts'] as const;
export type SettlementPosition = (typeof SETTLEMENT_POSITIONS)[number];

/** A provider's report. */
export class ImportSettlementReportBody {
  /** @example providerh */
  @IsIn(PROVIDERS.TRANSFER)
  provider!: TransferProviderName;

  /** File name without a folder.
   * @example settlement-2026-11-21.csv */
  @IsFileName()
  fileName!: string;

  /**
   * The CSV file, UTF-8, at most 10 MB (10,485,760 bytes) when decoded, as base64url (RFC 4648, section 5) without line
   * breaks; padding is optional.
   * @example c2Vzc2lvbl9pZCxhbW91bnQsc3RhdHVzLGRpcmVjdGlvbixkYXRlCjEsNSxGYWlsZWQsT3V0d2FyZCwyMDI2LTExLTIxCg
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(DOCUMENT_CONTENT_MAX_LENGTH)
  @ApiProperty({ pattern: BASE64URL_PATTERN })
  content!: string;
}

/** A report and the results of its lines. */
export class SettlementReportView {
  /** @example 31204 */
  id!: number;

  /** @example providerh */
  provider!: string;

  /** @example settlement-2026-11-21.csv */
  fileName!: string;

  /** SHA-256 of the file, 64 hexadecimal digits.
   * @example 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03 */
  sha256!: string;

  /** @example 1204 */
  lines!: number;

  /** @example 1200 */
  matched!: number;

  /** @example 1 */
  amountDiffers!: number;

  /** @example 3 */
  unmatched!: number;

  /** @example 0 */
  repeated!: number;

  /** @example "2026-11-21" */
  firstDate!: string | null;

  /** @example "2026-11-21" */
  lastDate!: string | null;

  /** @example "staff:20011" */
  importedBy!: string;

  /** @example "2026-11-22T07:00:12.345Z" */
  importedAt!: string;
}

/** A loaded report. */
export class ImportedSettlementReportView extends SettlementReportView {
  /** True when the same file was loaded before; nothing was changed then.
   * @example false */
  importedBefore!: boolean;
}

/** The reports to list. */
export class ListSettlementReportsQuery extends PagingQuery {
  /** @example providerh */
  @IsOptional()
  @IsIn(PROVIDERS.TRANSFER)
  Provider?: TransferProviderName;
}

/** The report in a path. */
export class SettlementReportPath {
  /** @example 31204 */
  @Matches(/^[1-9]\d{0,14}$/, { message: 'reportId must be a whole number' })
  reportId!: string;
}

/** The line in a path. */
export class SettlementLinePath {
  /** @example 31205 */
  @Matches(/^[1-9]\d{0,14}$/, { message: 'lineId must be a whole number' })
  lineId!: string;
}

/** The lines to list. */
@FieldRelations({ rule: 'only-with', field: 'Position', other: 'ReportId' })
export class ListSettlementLinesQuery extends PagingQuery {
  /** @example 31204 */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  ReportId?: number;

  /** Default: without `ReportId`, the lines with a difference: `AmountDiffers` and `Unmatched`.
   * @example Unmatched */
  @IsOptional()
  @IsIn(SETTLEMENT_RESULTS)
  Result?: SettlementResult;

  /** The state of our transfer beside a matched line.
   * @example Open */
  @IsOptional()
  @IsIn(SETTLEMENT_POSITIONS)
  Position?: SettlementPosition;

  /** @example Outward */
  @IsOptional()
  @IsIn(SETTLEMENT_DIRECTIONS)
  TransferDirection?: SettlementDirection;

  /** @example Paid */
  @IsOptional()
  @IsIn(SETTLEMENT_OUTCOMES)
  Outcome?: SettlementOutcome;

  /** @example 000013261121103000123456789012 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(60)
  SessionId?: string;

  /** Only lines that are at least so many days old.
   * @example 2 */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(36_500)
  MinimumAgeDays?: number;
}

/** A line of a report beside our transfer. */
export class SettlementLineView {
  /** @example 31205 */
  id!: number;

  /** @example 31204 */
  reportId!: number;

  /** @example 114 */
  line!: number;

  /** @example Outward */
  direction!: SettlementDirection;

  /** @example "000013261121103000123456789012" */
  sessionID!: string;

  /** Naira.
   * @example 5000 */
  amount!: number;

  /** @example Paid */
  outcome!: SettlementOutcome;

  /** @example "2026-11-21" */
  settledOn!: string;

  /** Days from `settledOn` to today.
   * @example 1 */
  ageDays!: number;

  /** @example Matched */
  result!: SettlementResult;

  /** Null except for a matched line.
   * @example Open */
  position!: SettlementPosition | null;

  /** The `transactionReference` of our outward transfer.
   * @example "TRF-20261121-0001" */
  transactionReference!: string | null;

  /** The amount of our transfer, in Naira.
   * @example 5000 */
  ourAmount!: number | null;

  /** The status of our transfer.
   * @example ConfirmManually */
  ourStatus!: string | null;
}

/** Transfers of ours that no report has, by the days on which they were sent or received. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ListUnreportedTransfersQuery extends PagingQuery {
  /** @example "2026-11-20" */
  @IsCalendarDate()
  StartDate!: string;

  /** At most six days after `StartDate`.
   * @example "2026-11-21" */
  @IsCalendarDate()
  EndDate!: string;

  /** @example Outward */
  @IsOptional()
  @IsIn(SETTLEMENT_DIRECTIONS)
  TransferDirection: SettlementDirection = 'Outward';

  /** Only outward transfers through this provider.
   * @example providerh */
  @IsOptional()
  @IsIn(PROVIDERS.TRANSFER)
  Provider?: TransferProviderName;
}

/** A transfer of ours that no report has. */
export class UnreportedTransferView {
  /** @example 20511 */
  id!: number;

  /** @example Outward */
  direction!: SettlementDirection;

  /** @example "000013261121103000123456789012" */
  sessionID!: string;

  /** Of an outward transfer.
   * @example "TRF-20261121-0001" */
  transactionReference!: string | null;

  /** Naira.
   * @example 5000 */
  amount!: number;

  /** @example Processed */
  status!: string;

  /** @example "2026-11-21T09:30:12.345Z" */
  transactionDate!: string;

  /** Days from the transfer to today.
   * @example 1 */
  ageDays!: number;
}
