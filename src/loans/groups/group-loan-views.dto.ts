import type { ApprovalStatus } from '../../approvals/approval.entity';
import type { LoanStatus } from '../contract/loan-status';
import { LoanRecordView } from '../reading/loan-record.dto';
import { DisbursedLoanView } from '../reading/loan-views.dto';

/** A participant with its loan. */
export class GroupParticipantView {
  /**
   * Id of the participant's loan; repayments name the participant by it.
   * @example 20501
   */
  id!: number;

  /** @example 0000010319 */
  loanAccountNumber!: string;

  /** @example MEMBER-7 */
  preferredPartnerReference!: string | null;

  /** The loan as in the loan search. */
  loanRequest!: LoanRecordView;
}

/** A group loan. */
export class GroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example 20700 */
  groupLoanID!: number;

  /** @example 20441 */
  groupLoanProductID!: number;

  /** @example "Balogun Market Women" */
  name!: string;

  /** @example GRP-20261121-0001 */
  referenceNumber!: string;

  /**
   * The worst status of its loans.
   * @example Active
   */
  groupLoanStatus!: LoanStatus;

  /**
   * The pending approval of the group or its disbursement.
   * @example null
   */
  approvalId!: number | null;

  /** @example "Second cycle" */
  notes!: string | null;

  /**
   * Total of the loans that are not canceled, Naira.
   * @example 150000
   */
  totalPrincipal!: number;

  /**
   * Total of all loans, Naira.
   * @example 162300
   */
  totalOutstanding!: number;

  participants!: GroupParticipantView[];

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;
}

/** A loan of a new group. */
export class AddedParticipantView {
  /** @example 20501 */
  id!: number;

  /** @example 0000010319 */
  loanAccountNumber!: string;

  /** @example MEMBER-7 */
  preferredPartnerReference!: string | null;
}

/** A created group loan. */
export class AddedGroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example 20700 */
  groupLoanID!: number;

  /** @example GRP-20261121-0001 */
  referenceNumber!: string;

  /** @example Approved */
  groupLoanStatus!: LoanStatus;

  participants!: AddedParticipantView[];
}

/** A group loan after a decision by staff. */
export class DecidedGroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example Approved */
  groupLoanStatus!: LoanStatus;

  /** @example 20417 */
  approvalId!: number;

  /** @example Approved */
  approvalStatus!: ApprovalStatus;
}

/** A disbursed group loan. */
export class DisbursedGroupLoanView {
  /** @example 20700 */
  id!: number;

  /** @example 20700 */
  groupLoanID!: number;

  /** @example Active */
  groupLoanStatus!: LoanStatus;

  /** @example GDISB-20261121-0001 */
  referenceNumber!: string;

  /** @example PST000000020416 */
  postingReferenceNumber!: string;

  /**
   * Naira.
   * @example 150000
   */
  totalPrincipal!: number;

  /** @example 2026-11-21 */
  disbursementDate!: string;

  participants!: DisbursedLoanView[];
}
