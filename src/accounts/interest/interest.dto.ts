import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** The account whose interest to post. */
export class PostInterestBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;
}

/** The interest that was posted. */
export class PostedInterestView {
  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * The last date whose interest was posted.
   * @example 2026-11-20
   */
  throughDate!: string;

  /**
   * Interest earned, before tax, in Naira.
   * @example 1250.45
   */
  interest!: number;

  /**
   * Withholding tax, in Naira.
   * @example 125.05
   */
  withholdingTax!: number;

  /**
   * Overdraft interest charged, in Naira.
   * @example 0
   */
  overdraftInterest!: number;

  /** @example ["PST000000020300"] */
  postingReferenceNumbers!: string[];

  /**
   * The ledger balance after the posting, in Naira.
   * @example 101125.4
   */
  ledgerBalance!: number;
}
