import { IsIn, IsOptional } from 'class-validator';
import { SHEET_FORMATS, type SheetFormat } from '../common/files/sheet-format';
import { PeriodQuery } from './aml-holds.dto';
import type { RuleDirection } from './aml-rule.entity';
import type { ApprovalState, ScreeningState } from './screening-state';

/** The period of a list that can be downloaded as a file. */
export class PeriodFileQuery extends PeriodQuery {
  /**
   * Returns the whole period as one file, oldest first: `data` is then `fileName`, `mimeType` and `document`, a data
   * URL.
   * @example CSV
   */
  @IsOptional()
  @IsIn(SHEET_FORMATS)
  Format?: SheetFormat;
}

/** The audit trail of one hold. */
export class ScreeningReportRow {
  /** @example 20416 */
  id!: number;

  /** @example 20417 */
  approvalId!: number;

  /** @example 2026-11-21T10:00:00.000Z */
  heldAt!: string;

  /** @example TRF-1 */
  referenceNumber!: string;

  /** @example api-client:demo-client */
  initiatedBy!: string;

  /**
   * Several accounts are separated by commas.
   * @example 1000000011
   */
  sourceAccount!: string;

  /** @example 1000000028 */
  destinationAccount!: string;

  /**
   * Naira.
   * @example 600000
   */
  amount!: number;

  /** @example "Rule \"Large outflow\": an outflow of ₦600,000.00 reaches the threshold of ₦500,000.00." */
  reason!: string;

  /** @example Approved */
  approvalState!: ApprovalState;

  /** @example staff:ST0002 */
  decidedBy!: string | null;

  /** @example "Confirmed with the customer by telephone." */
  note!: string | null;

  /** @example explained-by-customer */
  reasonCode!: string | null;

  /**
   * Time of the release.
   * @example 2026-11-21T10:15:00.000Z
   */
  releaseTime!: string | null;

  /**
   * Time at which the money moved.
   * @example 2026-11-21T10:20:00.000Z
   */
  executionTime!: string | null;

  /**
   * `Held`, `Released`, `Declined`, `Withdrawn`, `Expired`, `PendingApproval`, `Executed` or `Failed`.
   * @example Executed
   */
  currentStatus!: ScreeningState;
}

/** The record that a movement met a rule. */
export class SuspiciousTransactionView {
  /** @example 20418 */
  id!: number;

  /** Null when the movement was posted and not held. @example 20417 */
  approvalId!: number | null;

  /** @example TRF-1 */
  referenceNumber!: string;

  /** @example api-client:demo-client */
  initiatedBy!: string;

  /** Null when no rule but a setting was met, which `ruleName` then names. @example 20300 */
  ruleID!: number | null;

  /** @example "Large outflow" */
  ruleName!: string;

  /** @example outflow */
  direction!: RuleDirection;

  /** @example 1000000011 */
  accountNumber!: string;

  /**
   * Naira.
   * @example 600000
   */
  amount!: number;

  /**
   * Naira.
   * @example 500000
   */
  windowAmount!: number;

  /**
   * Naira.
   * @example 1000000
   */
  threshold!: number;

  /** @example "Rule \"Large outflow\": an outflow of ₦600,000.00 reaches the threshold of ₦500,000.00." */
  reason!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;
}
