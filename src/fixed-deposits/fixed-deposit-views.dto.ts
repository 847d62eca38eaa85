import type { InterestPayment } from '../products/terms/deposit-enumerations';
import type { FixedDepositStatus, Rollover } from './fixed-deposit.entity';

/** One term of a fixed deposit. Amounts are Naira. */
export class FixedDepositView {
  /** @example 20500 */
  id!: number;

  /**
   * Contract number of this term; a rollover begins a new one.
   * @example FD-0000010037-01
   */
  contractNo!: string;

  /**
   * Account number of the deposit through all its terms; top-ups, liquidations and updates name it.
   * @example 0000010037
   */
  accountNumber!: string;

  /** @example "Okonkwo Ifeoma" */
  accountName!: string;

  /** @example 00000012 */
  customerID!: string;

  /** @example FD001 */
  productCode!: string;

  /**
   * Principal that earns interest; for an ended term, the principal at its end.
   * @example 500000
   */
  principalAmount!: number;

  /**
   * Percent a year.
   * @example 12
   */
  interestRate!: number;

  /**
   * Id of the product's rate, if the request named one.
   * @example null
   */
  applicableInterestID!: number | null;

  /**
   * Tenure in days.
   * @example 90
   */
  tenure!: number;

  /** @example 2026-11-21 */
  startDate!: string;

  /** @example 2027-02-19 */
  maturityDate!: string;

  /**
   * Principal and interest to be paid on the maturity date, less withholding tax, if nothing changes until then; null
   * after a liquidation.
   * @example 513315.07
   */
  maturityAmount!: number | null;

  /**
   * Interest of the whole term before tax, if nothing changes until maturity.
   * @example 14794.52
   */
  totalInterest!: number;

  /**
   * Earned interest of this term, booked to date, before tax.
   * @example 164.38
   */
  interestEarned!: number;

  /**
   * Interest of this term paid to date, before tax.
   * @example 0
   */
  interestPaid!: number;

  /**
   * Tax withheld from the interest paid.
   * @example 0
   */
  withholdingTaxPaid!: number;

  /** @example 0000010021 */
  sourceAccount!: string | null;

  /**
   * 1 an account of the customer, 2 a GL account.
   * @example 1
   */
  liquidationAccountType!: number;

  /** @example 0000010021 */
  liquidationAccount!: string;

  /** @example Principal */
  applyRollover!: Rollover;

  /** @example AtMaturity */
  interestPayment!: InterestPayment;

  /** @example STF001 */
  accountOfficerStaffID!: string;

  /** @example FD-20261121-0001 */
  referenceNumber!: string;

  /** @example Active */
  status!: FixedDepositStatus;

  /**
   * The approval that the deposit, a top-up or a liquidation waits for.
   * @example null
   */
  approvalId!: number | null;

  /**
   * Business date on which the term ended.
   * @example null
   */
  dateClosed!: string | null;

  /** @example 2026-11-21T10:00:00.000Z */
  createdAt!: string;

  /** @example 2026-11-21T10:00:00.000Z */
  updatedAt!: string;
}

/** Result of a liquidation, and the deposit after it. Amounts are Naira. */
export class LiquidationView extends FixedDepositView {
  /**
   * Principal liquidated.
   * @example 100000
   */
  liquidatedAmount!: number;

  /**
   * Interest earned on it to date, before penalty and tax.
   * @example 986.3
   */
  interestOnLiquidated!: number;

  /**
   * Interest lost as the penalty of liquidating before maturity.
   * @example 246.58
   */
  penalty!: number;

  /**
   * Interest paid now, before tax.
   * @example 739.72
   */
  interestPaidNow!: number;

  /**
   * Tax withheld from the interest paid now.
   * @example 73.97
   */
  withholdingTax!: number;

  /**
   * Interest paid before and not earned after all; deducted from the principal.
   * @example 0
   */
  excessInterest!: number;

  /**
   * Withholding tax on the excess interest, returned.
   * @example 0
   */
  withholdingTaxReturned!: number;

  /**
   * Amount credited to the liquidation account.
   * @example 100665.75
   */
  amountPaid!: number;
}
