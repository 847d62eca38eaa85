import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { IsExplanation } from '../common/text/explanation-rule';
import { COMPLAINT_STATUSES, type ComplaintStatus, type RecallStatus } from './fraud-complaint.entity';

const MEASURES = ['lien', 'freeze'] as const;
const VERDICTS = ['upheld', 'rejected'] as const;

/** The complaint in a path. */
export class ComplaintPath {
  /** @example "20417" */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'complaintId must be a whole number' })
  complaintId!: string;
}

/** Filters of the list of complaints. */
export class ListComplaintsQuery extends PagingQuery {
  /** @example received */
  @IsOptional()
  @IsIn(COMPLAINT_STATUSES)
  Status?: ComplaintStatus;

  /**
   * True for complaints with a deadline that has passed unmet.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  Overdue?: boolean;
}

/** A complaint about a payment. */
export class OpenComplaintBody {
  /** @example PST000000020417 */
  @Matches(/^PST\d{12,16}$/, { message: 'posting must be PST with 12 to 16 digits' })
  posting!: string;

  /**
   * Naira.
   * @example 450000
   */
  @IsNaira()
  disputedAmount!: number;

  /** @example "The caller said to be the bank and had me send the money." */
  @IsExplanation(2000)
  description!: string;
}

/** A measure on the receiving account. */
export class ProtectComplaintBody {
  /**
   * `lien` reserves the disputed sum, `freeze` stops all debits.
   * @example lien
   */
  @IsIn(MEASURES)
  measure!: (typeof MEASURES)[number];
}

/** The end of an investigation. */
export class ConcludeComplaintBody {
  /** @example upheld */
  @IsIn(VERDICTS)
  verdict!: (typeof VERDICTS)[number];

  /**
   * What this institution refunds, in Naira; needed where the complaint is upheld.
   * @example 225000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  refund?: number;

  /** @example "Neither institution was negligent; the loss is shared." */
  @IsString()
  @IsNotEmpty()
  @MaxLength(2000)
  rationale!: string;
}

/** The posting that refunded the customer. */
export class RefundedComplaintBody {
  /** @example PST000000020533 */
  @Matches(/^PST\d{12,16}$/, { message: 'posting must be PST with 12 to 16 digits' })
  posting!: string;
}

/** The end of a lien without a refund. */
export class ReleaseComplaintBody {
  /**
   * Why the money is released.
   * @example "The court gave the money to the receiver."
   */
  @IsExplanation(500)
  note!: string;
}

/** A complaint about fraud. */
export class ComplaintView {
  /** @example 20417 */
  id!: number;

  /** @example PST000000020417 */
  posting!: string;

  /** @example 450000 */
  disputedAmount!: number;

  /** @example "The caller said to be the bank and had me send the money." */
  description!: string;

  /** @example received */
  status!: ComplaintStatus;

  /**
   * Reported after the time in which the institution must refund.
   * @example false
   */
  isLate!: boolean;

  /**
   * True where the receiving account is of this institution.
   * @example true
   */
  isReceiverOwn!: boolean;

  /** @example 2026-11-24T10:15:00.000Z */
  receivedAt!: string;

  /** @example 2026-11-25T10:15:00.000Z */
  acknowledgeDueAt!: string;

  /** @example null */
  acknowledgedAt!: string | null;

  /** @example null */
  notifyDueAt!: string | null;

  /** @example null */
  notifiedAt!: string | null;

  /** @example null */
  recallStatus!: RecallStatus | null;

  /** @example null */
  recallAnswer!: string | null;

  /** @example 2026-12-14T23:00:00.000Z */
  concludeDueAt!: string;

  /** @example null */
  concludedAt!: string | null;

  /** @example null */
  rationale!: string | null;

  /** @example null */
  refund!: number | null;

  /** @example null */
  refundDueAt!: string | null;

  /** @example null */
  refundedAt!: string | null;

  /**
   * The posting that refunded the customer.
   * @example null
   */
  refundPosting!: string | null;

  /**
   * True while a lien keeps the disputed sum on the receiving account.
   * @example false
   */
  hasLien!: boolean;

  /**
   * True when the complaint froze the receiving account, also after staff lifted the freeze; the account has its state.
   * @example false
   */
  hasFrozen!: boolean;

  /** @example false */
  isOverdue!: boolean;
}
