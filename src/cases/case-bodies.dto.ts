import { ApiProperty } from '@nestjs/swagger';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsExplanation } from '../common/text/explanation-rule';
import { IsInstant } from '../common/time/is-instant';
import { BASE64URL_PATTERN, DOCUMENT_CONTENT_MAX_LENGTH } from '../documents/base64url-decoder';
import { IsFileName } from '../documents/document-rules';
import {
  CASE_OUTCOMES,
  CASE_PRIORITIES,
  CASE_QUEUES,
  type CaseOutcome,
  type CasePriority,
  type CaseQueue,
} from './aml-case.entity';

/** Reasons of a decision; each fits one or more outcomes. */
export const CASE_REASONS = [
  'explained-by-customer',
  'known-business',
  'data-error',
  'rule-too-wide',
  'no-evidence',
  'pattern-of-laundering',
  'fraud-confirmed',
  'name-confirmed',
  'identity-not-proven',
] as const;

/** A case that an officer opens. */
export class OpenCaseBody {
  /** @example "00000101" */
  @Matches(/^\d{8}$/, { message: 'customerID must be 8 digits' })
  customerID!: string;

  /** @example aml */
  @IsIn(CASE_QUEUES)
  queue!: CaseQueue;

  /** @example high */
  @IsIn(CASE_PRIORITIES)
  priority!: CasePriority;

  /** @example "A branch reports deposits by many strangers." */
  @IsExplanation(4000)
  note!: string;
}

/** The officer of a case. */
export class CaseOwnerBody {
  /**
   * Staff id; null gives the case back.
   * @example STF004
   */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  staffID?: string | null;
}

const WORK_STATUSES = ['in-progress', 'awaiting-information'] as const;

/** The state of the work. */
export class CaseStatusBody {
  /** @example awaiting-information */
  @IsIn(WORK_STATUSES)
  status!: (typeof WORK_STATUSES)[number];

  /** @example "Asked the branch for the invoices." */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  note?: string;
}

/** A note. */
export class CaseNoteBody {
  /** @example "The customer's shop exists; the turnover fits." */
  @IsExplanation(4000)
  text!: string;
}

/** A stored document as evidence. */
export class CaseEvidenceBody {
  /** @example 20417 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  documentId!: number;

  /** @example "Statement of the shop's landlord" */
  @IsExplanation(500)
  description!: string;
}

/** A file of the desk as evidence. */
export class CaseFileBody {
  /**
   * File name without a folder.
   * @example landlord.pdf
   */
  @IsFileName()
  fileName!: string;

  /** @example "Statement of the shop's landlord" */
  @IsExplanation(500)
  description!: string;

  /**
   * A PDF, PNG or JPEG file, at most 10 MB (10,485,760 bytes) when decoded, as base64url (RFC 4648, section 5) without
   * line breaks; padding is optional.
   * @example JVBERi0xLjcKJcOkw7zDtsOfCg
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(DOCUMENT_CONTENT_MAX_LENGTH)
  @ApiProperty({ pattern: BASE64URL_PATTERN })
  content!: string;
}

/** The six questions of a report; what is left out stays. */
export class CaseNarrativeBody {
  /** @example "Ada Okafor, trader" */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  who?: string;

  /** @example "Eleven transfers just below the threshold" */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  what?: string;

  /** @example "22 and 23 November 2026" */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  when?: string;

  /** @example "Branch 001 and the mobile application" */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  where?: string;

  /** @example "No business is known that would explain them." */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  why?: string;

  /** @example "Paid in by strangers and sent on within the hour." */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  how?: string;
}

/** Another case that belongs to this one. */
export class CaseLinkBody {
  /** @example 20512 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  caseId!: number;

  /** @example "The same device" */
  @IsExplanation(500)
  reason!: string;
}

/** A proposed decision. */
export class CaseProposalBody {
  /** @example no-action */
  @IsIn(CASE_OUTCOMES)
  outcome!: CaseOutcome;

  /** @example known-business */
  @IsIn(CASE_REASONS)
  reasonCode!: (typeof CASE_REASONS)[number];

  /** @example "The invoices match the deposits of both days." */
  @IsExplanation(4000)
  rationale!: string;
}

/** A second look. */
export class CaseReviewBody {
  /** @example true */
  @IsBoolean()
  agrees!: boolean;

  /** @example "The rationale names its evidence." */
  @IsExplanation(4000)
  note!: string;
}

/** The closing of a case. */
export class CloseCaseBody {
  /**
   * `proposedAt` of the proposal that was read. Where another one waits by now, nothing is closed.
   * @example 2026-11-21T10:00:00.000Z
   */
  @IsOptional()
  @IsInstant()
  proposedAt?: string;
}
