import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsExplanation } from '../common/text/explanation-rule';
import { IsName } from '../common/text/name-rules';
import { IsInstant } from '../common/time/is-instant';
import { INDICATORS } from './goaml/codes';
import { REPORT_STATUSES, type ReportStatus } from './nfiu-report.entity';
import { REPORT_KINDS, type ReportKind } from './report-facts';

const PREPARED_KINDS = ['STR', 'SAR'] as const;
const POSTINGS_MAX = 200;
const INDICATORS_MAX = 20;

/** The report in a path. */
export class NfiuReportPath {
  /** @example "20417" */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'nfiuReportId must be a whole number' })
  nfiuReportId!: string;
}

/** Filters of the list of reports. */
export class ListNfiuReportsQuery extends PagingQuery {
  /** @example draft */
  @IsOptional()
  @IsIn(REPORT_STATUSES)
  Status?: ReportStatus;

  /** @example CTR */
  @IsOptional()
  @IsIn(REPORT_KINDS)
  Kind?: ReportKind;

  /** @example "00000101" */
  @IsOptional()
  @Matches(/^\d{8}$/, { message: 'CustomerID must be 8 digits' })
  CustomerID?: string;

  /**
   * True for reports whose deadline has passed and that are not filed.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  Overdue?: boolean;

  /**
   * True for reports of which any due time passed before they were filed, also one that raises no alarm.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  Lapsed?: boolean;
}

/** A report that staff prepare. */
export class PrepareNfiuReportBody {
  /**
   * `STR` reports transactions, `SAR` the activity of the customer.
   * @example STR
   */
  @IsIn(PREPARED_KINDS)
  kind!: (typeof PREPARED_KINDS)[number];

  /**
   * The customer whom the suspicion is about.
   * @example "00000101"
   */
  @Matches(/^\d{8}$/, { message: 'customerID must be 8 digits' })
  customerID!: string;

  /**
   * The case from which the report comes; its alerts' transactions are taken over.
   * @example 20511
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  caseId?: number;

  /**
   * Postings to report, `PST…`, at most 200, beside those of the case.
   * @example ["PST000000020417"]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(POSTINGS_MAX)
  @ArrayUnique()
  @Matches(/^PST\d{12,16}$/, { each: true, message: 'each of postings must be PST with 12 to 16 digits' })
  postings?: string[];

  /**
   * The ground of the suspicion: who, what, when, where, why and how.
   * @example "Eleven transfers just below the threshold within two days, without a known business."
   */
  @IsExplanation(4000)
  reason!: string;

  /**
   * When the institution came to suspect, from which the report is due (docs/api/nfiu-reports.md#deadlines); with an
   * offset from UTC, and not in the future. Default: now.
   * @example 2026-11-24T08:40:00Z
   */
  @IsOptional()
  @IsInstant()
  @Matches(/^(19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/, {
    message: 'suspectedAt must be a time with an offset, such as 2026-11-24T08:40:00Z',
  })
  @MaxLength(40)
  suspectedAt?: string;

  /**
   * What the institution has done.
   * @example "The account is frozen; the customer was not told."
   */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  action?: string;

  /**
   * Codes of the NFIU's indicators, at most 20.
   * @example ["MA15"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(INDICATORS_MAX)
  @ArrayUnique()
  @IsIn(INDICATORS, { each: true })
  indicators!: string[];
}

/** The person who brought or took the cash of a posting. */
export class ConductorBody {
  /** @example PST000000020417 */
  @Matches(/^PST\d{12,16}$/, { message: 'posting must be PST with 12 to 16 digits' })
  posting!: string;

  /** @example Ada */
  @IsName(100)
  firstName!: string;

  /** @example Okafor */
  @IsName(100)
  lastName!: string;
}

/** Changes of a draft; what is left out stays. */
export class UpdateNfiuReportBody {
  /** @example "Eleven transfers just below the threshold within two days, without a known business." */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  reason?: string;

  /** @example "The account is frozen; the customer was not told." */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  action?: string;

  /** @example ["MA15", "MA24"] */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(INDICATORS_MAX)
  @ArrayUnique()
  @IsIn(INDICATORS, { each: true })
  indicators?: string[];

  /**
   * The NFIU's number that the report refers to.
   * @example "NFIU/RFI/2026/114"
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  fiuReference?: string;

  /** Who brought or took cash, at most 200; replaces those recorded before. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(POSTINGS_MAX)
  @ValidateNested({ each: true })
  @Type(() => ConductorBody)
  conductors?: ConductorBody[];
}

/** A note with a step back. */
export class ReturnNfiuReportBody {
  /** @example "The second account is missing." */
  @IsExplanation(500)
  note!: string;
}

/** The filing of a report. */
export class SubmittedNfiuReportBody {
  /**
   * The receipt of the NFIU's portal.
   * @example "GOAML-2026-000417"
   */
  @IsName(100)
  filingReceipt!: string;
}

const OUTCOMES = ['accepted', 'rejected'] as const;

/** The NFIU's answer. */
export class NfiuOutcomeBody {
  /** @example accepted */
  @IsIn(OUTCOMES)
  outcome!: (typeof OUTCOMES)[number];

  /**
   * The NFIU's number of the report, or its reason.
   * @example "Report 88231"
   */
  @IsExplanation(500)
  note!: string;
}

/** The approval of a report. */
export class ApproveNfiuReportBody {
  /**
   * `xmlSha256` of the text that was read. Where another text waits by now, nothing is approved.
   * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
   */
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'xmlSha256 must be 64 hexadecimal digits in small letters' })
  xmlSha256?: string;
}
