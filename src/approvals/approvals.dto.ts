import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { IsExplanation } from '../common/text/explanation-rule';
import { APPROVAL_STATUSES, type ApprovalStatus } from './approval.entity';
import type { Verdict } from './approval-decision.entity';
import { ApprovalEntryView } from './approval-entries.dto';
import { ApprovalSubjectView, ChangedFieldView } from './work/approval-work.dto';
import { WorkFiltersQuery } from './work/work-filters.dto';

export const APPROVAL_SORT_COLUMNS = ['createdAt', 'amount', 'dueAt'] as const;

/** The decision of one member of staff. */
export class ApprovalDecisionView {
  /** @example ST0002 */
  staffID!: string;

  /** @example Approved */
  decision!: Verdict;

  /** @example "Checked against the mandate." */
  note!: string | null;

  /** @example 2026-11-21T10:15:00.000Z */
  decidedAt!: string;
}

/** A change as data. Secrets are `set`, `changed` or `cleared`. */
export class ShownChangeView {
  /**
   * Name or id of what changes.
   * @example Operations
   */
  target!: string;

  /**
   * The fields that change, as they were when the change was asked for; null for something new.
   * @example { "permissions": ["view-branches"] }
   */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  before!: object | null;

  /**
   * The same fields after the change.
   * @example { "permissions": ["view-branches", "view-staff"] }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  after!: object;
}

/** A decision that staff must take or have taken, with its result. */
export class ApprovalView {
  /** @example 20417 */
  id!: number;

  /**
   * The same as `id`; other answers use this name.
   * @example 20417
   */
  approvalId!: number;

  /** @example local-transfer */
  operation!: string;

  /** @example "Local transfer" */
  title!: string;

  /**
   * `Canceled` when the subject changed or ended before the decision.
   * @example Pending
   */
  status!: ApprovalStatus;

  /**
   * The maker: `api-client:ID` or `staff:ID`.
   * @example api-client:demo-client
   */
  maker!: string;

  /**
   * Naira.
   * @example 250000
   */
  amount!: number | null;

  /** @example "Local transfer of ₦250,000.00 from 0000000011 to 0000000028, reference TRF-1: rent" */
  summary!: string;

  /**
   * Number of different members of staff who must approve.
   * @example 1
   */
  requiredCheckers!: number;

  /** The decisions so far, oldest first. */
  decisions!: ApprovalDecisionView[];

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /**
   * Checker whose decision settled it; for a canceled approval, the actor whose change ended it.
   * @example staff:ST0002
   */
  decidedBy!: string | null;

  /** @example 2026-11-21T10:15:00.000Z */
  decidedAt!: string | null;

  /**
   * Reference of the waiting transaction.
   * @example TRF-1
   */
  referenceNumber!: string | null;

  /** @example PST000000020416 */
  postingReferenceNumber!: string | null;

  /**
   * `PendingApproval`, `Posted`, `Held`, `Declined` or `Failed`; null when the approval is not about a transaction.
   * @example Posted
   */
  transactionStatus!: string | null;

  /**
   * Error code of the approved transaction when it failed; null otherwise.
   * @example INSUFFICIENT_FUNDS
   */
  failureCode!: string | null;

  /** @example "The available balance of 1000000011 is too low for ₦250,000.00." */
  failureMessage!: string | null;

  /**
   * What approving leads to.
   * @example "The change takes effect at once, unless the record has changed since it was asked for."
   */
  consequence!: string;

  /**
   * Members of staff who have approved so far, of `requiredCheckers`. While it waits, the approval of a member who is
   * suspended or inactive by now does not count.
   * @example 0
   */
  approvalsSoFar!: number;

  /**
   * True when the member of staff who reads this may decide now.
   * @example false
   */
  canDecide!: boolean;

  /**
   * Why they may not; null when they may.
   * @example "Whoever asked for something cannot approve it."
   */
  cannotBecause!: string | null;

  /**
   * The kind of record that the approval is about, where its history shows it.
   * @example payout
   */
  recordKind!: string | null;

  /** @example 20415 */
  recordId!: number | null;

  subject!: ApprovalSubjectView;

  /** The fields of a change of rights or configuration, before and after; empty for every other approval. */
  changes!: ChangedFieldView[];

  /**
   * Time by which it should be decided; null for approvals of earlier versions.
   * @example 2026-11-22T10:00:00.000Z
   */
  dueAt!: string | null;

  /**
   * True when it waits and its due time has passed.
   * @example false
   */
  isOverdue!: boolean;

  /**
   * Time at which it was found overdue and mailed to who supervises.
   * @example 2026-11-22T10:01:00.000Z
   */
  escalatedAt!: string | null;

  /**
   * The member of staff who is to decide it.
   * @example STF003
   */
  assignee!: string | null;

  /** The change of rights or configuration that waits, or that was decided; null for every other approval. */
  change!: ShownChangeView | null;

  /**
   * Only in the answer to the approval of a change of rights or configuration: the resource as it is now. A one-time
   * code is shown here, once.
   * @example { "name": "Operations", "permissions": ["view-staff"] }
   */
  result?: object;

  /**
   * Only in the answer for one approval, of a transaction: what it asks for, charges included, as it was when it was
   * asked for. A transaction that waits has no entries in the ledger.
   */
  entries?: ApprovalEntryView[];
}

/** Filters of the list of approvals. */
export class ListApprovalsQuery extends WorkFiltersQuery {
  /** @example Pending */
  @IsOptional()
  @IsIn(APPROVAL_STATUSES)
  Status?: ApprovalStatus;

  /** @example local-transfer */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Operation?: string;

  /**
   * Only what the reader may decide now; with `false`, only what waits for others.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  DecidableByMe?: boolean;

  /**
   * The maker: `api-client:ID` or `staff:ID`.
   * @example staff:ST0002
   */
  @IsOptional()
  @IsString()
  @MaxLength(120)
  Maker?: string;

  /** Column by which the rows are sorted. */
  @IsOptional()
  @IsIn(APPROVAL_SORT_COLUMNS)
  override SortColumn: (typeof APPROVAL_SORT_COLUMNS)[number] = 'createdAt';
}

/** The approval in a path. */
export class ApprovalPath {
  /** @example 20417 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'approvalId must be a whole number' })
  approvalId!: string;
}

/** The optional note of a decision to approve. */
export class ApproveBody {
  /** @example "Checked against the mandate." */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  note?: string;
}

/** The required note of a decision to decline. */
export class DeclineBody {
  /** @example "The beneficiary is unknown to the customer." */
  @IsExplanation(500)
  note!: string;
}
