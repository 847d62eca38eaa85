import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { APPROVAL_STATUSES, type ApprovalStatus } from './approval.entity';
import type { Verdict } from './approval-decision.entity';

export const APPROVAL_SORT_COLUMNS = ['createdAt', 'amount'] as const;

/** One member of staff's decision. */
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

/** A decision that staff must take or have taken, and what became of it. */
export class ApprovalView {
  /** @example 20417 */
  id!: number;

  /**
   * The same as `id`, as other answers name it.
   * @example 20417
   */
  approvalId!: number;

  /** @example local-transfer */
  operation!: string;

  /** @example "Local transfer" */
  title!: string;

  /**
   * `Canceled` when what was asked for has changed or ended before the decision.
   * @example Pending
   */
  status!: ApprovalStatus;

  /**
   * Who asked: `api-client:ID` or `staff:ID`.
   * @example api-client:demo-client
   */
  maker!: string;

  /**
   * Naira.
   * @example 250000
   */
  amount!: number | null;

  /** @example "Local transfer of ₦250,000.00, reference TRF-1: rent" */
  summary!: string;

  /**
   * How many different members of staff must approve.
   * @example 1
   */
  requiredCheckers!: number;

  /** The decisions so far, oldest first. */
  decisions!: ApprovalDecisionView[];

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /**
   * Whose decision settled it; of a canceled one, who made it pointless.
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
   * `PendingApproval`, `Posted`, `Held`, `Declined` or `Failed`; null when no transaction waits.
   * @example Posted
   */
  transactionStatus!: string | null;

  /**
   * Why the approved transaction failed when it ran.
   * @example INSUFFICIENT_FUNDS
   */
  failureCode!: string | null;

  /** @example "The available balance of 1000000011 is too low for ₦250,000.00." */
  failureMessage!: string | null;
}

/** Filters of the approvals list. */
export class ListApprovalsQuery extends PagingQuery {
  /** @example Pending */
  @IsOptional()
  @IsIn(APPROVAL_STATUSES)
  Status?: ApprovalStatus;

  /** @example local-transfer */
  @IsOptional()
  @IsString()
  @MaxLength(60)
  Operation?: string;

  /** Column to sort by. */
  @IsOptional()
  @IsIn(APPROVAL_SORT_COLUMNS)
  override SortColumn: (typeof APPROVAL_SORT_COLUMNS)[number] = 'createdAt';
}

/** An approval in a path. */
export class ApprovalPath {
  /** @example 20417 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'approvalId must be a whole number' })
  approvalId!: string;
}

/** An approval, with an optional note. */
export class ApproveBody {
  /** @example "Checked against the mandate." */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  note?: string;
}

/** A decline, which says why. */
export class DeclineBody {
  /** @example "The beneficiary is unknown to the customer." */
  @IsString()
  @Matches(/\S/, { message: 'note must not be blank' })
  @MaxLength(500)
  note!: string;
}
