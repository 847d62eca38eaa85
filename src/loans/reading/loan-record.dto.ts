import type { LoanClassification, MandateStatus } from '../contract/loan.entity';
import type { LoanStatus } from '../contract/loan-status';
import { LoanDocumentView } from './loan-document.dto';

/** A loan with its terms, balances and parties. Amounts are in Naira. */
export class LoanRecordView {
  /** @example 20500 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /** @example LOAN-20261121-0001 */
  referenceNumber!: string;

  /** @example Active */
  loanStatus!: LoanStatus;

  /** @example 00000101 */
  customerID!: string;

  /** @example "Okafor Adaeze" */
  customerName!: string;

  /** @example 0000010021 */
  linkedNumber!: string;

  /**
   * Id of the linked account.
   * @example 20350
   */
  accountID!: number;

  /** @example LN001 */
  productCode!: string;

  /** @example 20440 */
  productID!: number;

  /** @example "Personal Loan" */
  productName!: string;

  /** @example 001 */
  branchCode!: string;

  /** @example 250000 */
  principalAmount!: number;

  /** @example 250000 */
  loanAmount!: number;

  /**
   * Percent, for the period in `rateBasis`.
   * @example 24
   */
  interestRate!: number;

  /**
   * Same as `interestRate`; the name in requests.
   * @example 24
   */
  defaultInterestRate!: number;

  /** @example 0 */
  rateBasis!: number;

  /**
   * In units of `principalRepaymentFrequency`.
   * @example 12
   */
  tenure!: number;

  /** @example 12 */
  principalRepaymentTenure!: number;

  /** @example 1 */
  principalRepaymentEvery!: number;

  /** @example 2 */
  principalRepaymentFrequency!: number;

  /** @example 1 */
  principalRepaymentType!: number;

  /** @example 2 */
  interestComputationModel!: number;

  /** @example 1 */
  interestPaymentType!: number;

  /** @example 1 */
  interestPaymentEvery!: number;

  /** @example 2 */
  interestPaymentEveryFrequency!: number;

  /** @example 12 */
  interestPaymentDuration!: number;

  /** @example false */
  ignoreProductDefaultMoratorium!: boolean;

  /** @example 0 */
  moratorium!: number;

  /**
   * Leading instalments that the moratorium covers.
   * @example 0
   */
  moratoriumPeriods!: number;

  /** @example 3 */
  failedRepaymentGracePeriod!: number;

  /**
   * Id of the product's rate, if the request named one.
   * @example null
   */
  applicableInterestID!: number | null;

  /** @example false */
  overrideProductInterestRate!: boolean;

  /** @example true */
  allowLoanFee!: boolean;

  /** @example 20470 */
  loanFeeID!: number | null;

  /** @example 25000 */
  requiredSecurityDepositAmount!: number;

  /** @example false */
  allowDisbursementToGL!: boolean;

  /** @example null */
  disbursementGLID!: number | null;

  /** @example 2026-11-21 */
  startDate!: string;

  /** @example null */
  interestAccrualStartDate!: string | null;

  /** @example null */
  firstRepaymentDate!: string | null;

  /** @example 2026-11-21 */
  disbursementDate!: string | null;

  /**
   * The last due date; null before disbursement.
   * @example 2027-11-21
   */
  maturityDate!: string | null;

  /** @example null */
  closedDate!: string | null;

  /** @example null */
  restructuredDate!: string | null;

  /** @example 231250.5 */
  outstandingPrincipal!: number;

  /**
   * Total of the whole schedule, with the interest that a moratorium will add to the principal.
   * @example 28000
   */
  outstandingInterest!: number;

  /** @example 0 */
  outstandingFees!: number;

  /** @example 0 */
  outstandingDefault!: number;

  /** @example 0 */
  outstandingPenalty!: number;

  /** @example 259250.5 */
  totalOutstanding!: number;

  /**
   * Unpaid amount of instalments that were due before the business date.
   * @example 0
   */
  amountOverdue!: number;

  /**
   * Days from the due date of the oldest overdue instalment to the business date.
   * @example 0
   */
  daysPastDue!: number;

  /**
   * The amount that settles the loan on `payoffDate`, with interest earned until then, if nothing is paid before; null
   * before disbursement.
   * @example 251750.25
   */
  payoffAmount!: number | null;

  /**
   * The `PayoffDate` of the query, or the business date.
   * @example 2026-11-21
   */
  payoffDate!: string;

  /**
   * Recognised income that is in suspense until it is collected.
   * @example 0
   */
  suspendedIncome!: number;

  /**
   * Day since which new income goes to suspense; null while it is income.
   * @example null
   */
  suspendedSince!: string | null;

  /** @example Performing */
  classification!: LoanClassification;

  /** @example 2026-12-21 */
  nextDueDate!: string | null;

  /** @example 23639.9 */
  nextDueAmount!: number;

  /** @example AG000001 */
  agentCode!: string | null;

  /** @example "Chidi Obi" */
  agentName!: string | null;

  /** @example 10021 */
  agentID!: number | null;

  /** @example STF001 */
  accountOfficerCode!: string | null;

  /** @example 20210 */
  accountOfficerID!: number | null;

  /** @example null */
  groupLoanID!: number | null;

  /** @example null */
  preferredPartnerReference!: string | null;

  /**
   * The loan that this one refinances; null for any other.
   * @example null
   */
  refinancedLoanNumber!: string | null;

  /**
   * The pending approval of the loan or its disbursement.
   * @example null
   */
  approvalId!: number | null;

  /** @example None */
  mandateStatus!: MandateStatus;

  /** @example 1 */
  lendingModel!: number;

  /** @example 40700 */
  economicSector!: number | null;

  /** @example ORC-77120 */
  oracleNumber!: string | null;

  /** @example true */
  collateralPledge!: boolean | null;

  /** @example 1 */
  collateralType!: number | null;

  /** @example 1500000 */
  collateralValuation!: number | null;

  /** @example "Toyota Corolla 2018, LND 123 AA" */
  collateralDescription!: string | null;

  /** @example [20310] */
  loanGuarantors!: number[];

  loanDocuments!: LoanDocumentView[];

  /** @example 0 */
  repaymentTrackers!: number | null;

  /** @example "Stock for the December season" */
  notes!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;
}
