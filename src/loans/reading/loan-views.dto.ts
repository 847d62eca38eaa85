import type { ApprovalStatus } from '../../approvals/approval.entity';
import type { LoanStatus } from '../contract/loan-status';

/** A created loan. */
export class AddedLoanView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example Approved */
  loanStatus!: LoanStatus;
}

/** A loan after a decision by staff. */
export class DecidedLoanView extends AddedLoanView {
  /** @example 20417 */
  approvalId!: number;

  /**
   * `Pending` while more members of staff must approve.
   * @example Approved
   */
  approvalStatus!: ApprovalStatus;
}

/** A disbursed loan. */
export class DisbursedLoanView extends AddedLoanView {
  /** @example DISB-20261121-0001 */
  referenceNumber!: string;

  /** @example PST000000020416 */
  postingReferenceNumber!: string;

  /**
   * The principal, Naira.
   * @example 250000
   */
  principalAmount!: number;

  /**
   * Amount that the linked account or ledger received, after upfront interest, fee and VAT. Naira.
   * @example 247312.5
   */
  netDisbursed!: number;

  /**
   * Interest taken at disbursement, Naira.
   * @example 0
   */
  upfrontInterest!: number;

  /**
   * Naira.
   * @example 2500
   */
  feeCharged!: number;

  /**
   * VAT on the fee, Naira.
   * @example 187.5
   */
  vatCharged!: number;

  /**
   * Under a lien on the linked account until the loan closes, Naira.
   * @example 25000
   */
  securityDeposit!: number;

  /** @example 2026-11-21 */
  disbursementDate!: string;

  /** @example 2027-11-21 */
  maturityDate!: string;

  /** @example 2026-12-21 */
  nextDueDate!: string | null;

  /**
   * Naira.
   * @example 23639.9
   */
  nextDueAmount!: number;
}
