import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** Codes of the ledgers on which the product's loans are booked. The principal is on the product's control ledger. */
export class LoanLedgers {
  /**
   * A control ledger of the category Asset, like the other receivables.
   * @example 1110
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestReceivable!: string;

  /** @example 1120 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  feeReceivable!: string;

  /** @example 1130 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  defaultReceivable!: string;

  /** @example 1140 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  penaltyReceivable!: string;

  /**
   * A control ledger of the category Liability, for interest taken upfront.
   * @example 2090
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  unearnedInterest!: string;

  /**
   * A liability, for interest of loans long past due.
   * @example 2095
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestInSuspense!: string;

  /** @example 4020 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestIncome!: string;

  /** @example 4040 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  defaultIncome!: string;

  /** @example 4050 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  penaltyIncome!: string;

  /**
   * Income from repayments after a write-off.
   * @example 4060
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  recoveryIncome!: string;

  /**
   * An expense, for amounts written off.
   * @example 5030
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanLoss!: string;
}

/**
 * Codes of the ledgers on which the product's deposits are booked. The principal is on the product's control ledger.
 */
export class FixedDepositLedgers {
  /** @example 5010 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestExpense!: string;

  /**
   * A liability, for interest accrued and not paid yet.
   * @example 2065
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestPayable!: string;

  /**
   * An asset, for interest paid upfront and not earned yet.
   * @example 1040
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  prepaidInterest!: string;

  /**
   * A liability.
   * @example 2060
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  withholdingTaxPayable!: string;
}

/** Codes of the ledgers on which interest of the product's accounts is booked. */
export class SavingsLedgers {
  /** @example 5010 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestExpense!: string;

  /**
   * A liability, for interest accrued and not posted yet.
   * @example 2065
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  interestPayable!: string;

  /**
   * A liability.
   * @example 2060
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  withholdingTaxPayable!: string;
}
