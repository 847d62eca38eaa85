import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import type { LoanClassification } from '../contract/loan.entity';
import type { LoanStatus } from '../contract/loan-status';
import type { RiskGrade } from './risk-grade';

/** The account number of a loan. */
export class LoanReviewQuery {
  /** @example 0000010038 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber!: string;
}

/** The id of a group loan. */
export class GroupLoanReviewQuery {
  /** @example 20510 */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  groupLoanID!: number;
}

/** Other running loans of the borrower at the institution. */
export class OtherLoansView {
  /** @example 1 */
  count!: number;
  /** Naira. @example 150000 */
  totalOutstanding!: number;
  /** Naira. @example 0 */
  amountOverdue!: number;
  /** @example 0 */
  daysPastDue!: number;
}

/** A snapshot of a loan for a review, with only the number of its customer. Amounts are in Naira. */
export class LoanSnapshot {
  /** @example 20431 */
  id!: number;
  /** @example 0000010038 */
  loanAccountNumber!: string;
  /** @example 00000012 */
  customerID!: string;
  /** @example 0000010021 */
  linkedNumber!: string;
  /** @example LN001 */
  productCode!: string;
  /** @example Approved */
  loanStatus!: LoanStatus;
  /** @example 500000 */
  principalAmount!: number;
  /** Percent. @example 24 */
  interestRate!: number;
  /** 0 a year, 1 a period. @example 0 */
  rateBasis!: number;
  /** 0 fixed, 1 reducing balance, 2 reducing balance with equal instalments. @example 2 */
  interestComputationModel!: number;
  /** In units of `principalRepaymentFrequency`. @example 12 */
  tenure!: number;
  /** 0 days, 1 weeks, 2 months, 3 years. @example 2 */
  principalRepaymentFrequency!: number;
  /** @example 12 */
  numberOfRepayments!: number;
  /** @example 2026-11-21 */
  startDate!: string;
  /** @example null */
  disbursementDate!: string | null;
  /** @example null */
  maturityDate!: string | null;
  /** Number of instalments; 0 before disbursement. @example 0 */
  instalments!: number;
  /** @example 0 */
  instalmentsPaid!: number;
  /** @example 0 */
  instalmentsOverdue!: number;
  /** @example 0 */
  outstandingPrincipal!: number;
  /** @example 0 */
  outstandingInterest!: number;
  /** @example 0 */
  outstandingFees!: number;
  /** @example 0 */
  outstandingDefault!: number;
  /** @example 0 */
  outstandingPenalty!: number;
  /** @example 0 */
  totalOutstanding!: number;
  /** @example 0 */
  amountOverdue!: number;
  /** @example 0 */
  daysPastDue!: number;
  /**
   * One of Performing, PassAndWatch, Substandard, Doubtful, Lost.
   * @example Performing
   */
  classification!: LoanClassification;
  /** @example 1 */
  lendingModel!: number;
  /** @example 0 */
  requiredSecurityDepositAmount!: number;
  /** Null without collateral. @example 1 */
  collateralType!: number | null;
  /** @example 2500000 */
  collateralValuation!: number | null;
  otherLoans!: OtherLoansView;
}

/** A snapshot of a group loan for a review. */
export class GroupLoanSnapshot {
  /** @example 20510 */
  id!: number;
  /** @example Approved */
  groupLoanStatus!: LoanStatus;
  /** @example GRP-20261121-0001 */
  referenceNumber!: string;
  /** @example 12 */
  participantCount!: number;
  /** @example 1200000 */
  principalAmount!: number;
  /** @example 0 */
  totalOutstanding!: number;
  /** @example 0 */
  amountOverdue!: number;
  /** The loan of each participant. */
  participants!: LoanSnapshot[];
}

/**
 * The bureau's report about a borrower. Without a record, all fields except `recordFound` and `reportReference` are
 * null.
 */
export class CreditBureauView {
  /** @example true */
  recordFound!: boolean;
  /** Number of the report. @example CRB-4f1c2a9be07d */
  reportReference!: string | null;
  /** 300 to 850. @example 712 */
  score!: number | null;
  /** Low, Medium or High. @example Low */
  riskGrade!: RiskGrade | null;
  /** Open loans at all lenders. @example 2 */
  openLoans!: number | null;
  /** @example 0 */
  overdueLoans!: number | null;
  /** Naira. @example 450000 */
  totalOutstanding!: number | null;
  /** @example 0 */
  worstDaysPastDue!: number | null;
}

/** The bureau's report about one participant. */
export class ParticipantBureauView extends CreditBureauView {
  /** Id of the participant's loan. @example 20431 */
  id!: number;
  /** @example 0000010038 */
  loanAccountNumber!: string;
  /** @example 00000012 */
  customerID!: string;
}

/** The bureau's reports about the participants of a group. */
export class GroupBureauView {
  participants!: ParticipantBureauView[];
}

/** A loan and the bureau's report about its borrower. */
export class LoanCreditBureauView {
  /** @example LoanCreditBureauAnalysis */
  analysisType!: 'LoanCreditBureauAnalysis';
  /** @example 2026-11-21T10:00:00.000Z */
  generatedAtUtc!: string;
  loanSnapshot!: LoanSnapshot;
  creditBureau!: CreditBureauView;
}

/** A loan, the bureau's report and the AI review. */
export class LoanAiReviewView {
  /** @example LoanAiCreditReviewAnalysis */
  analysisType!: 'LoanAiCreditReviewAnalysis';
  /** @example 2026-11-21T10:00:00.000Z */
  generatedAtUtc!: string;
  subjectSnapshot!: LoanSnapshot;
  creditBureau!: CreditBureauView;
  /** Plain text of at most 20,000 characters, machine-written and not checked. @example "The borrower has …" */
  review!: string;
}

/** A group loan and the bureau's reports about its participants. */
export class GroupLoanCreditBureauView {
  /** @example GroupLoanCreditBureauAnalysis */
  analysisType!: 'GroupLoanCreditBureauAnalysis';
  /** @example 2026-11-21T10:00:00.000Z */
  generatedAtUtc!: string;
  groupLoanSnapshot!: GroupLoanSnapshot;
  creditBureau!: GroupBureauView;
}

/** A group loan, the bureau's reports and the AI review. */
export class GroupLoanAiReviewView {
  /** @example GroupLoanAiCreditReviewAnalysis */
  analysisType!: 'GroupLoanAiCreditReviewAnalysis';
  /** @example 2026-11-21T10:00:00.000Z */
  generatedAtUtc!: string;
  subjectSnapshot!: GroupLoanSnapshot;
  creditBureau!: GroupBureauView;
  /** Plain text of at most 20,000 characters, machine-written and not checked. @example "The group has …" */
  review!: string;
}
