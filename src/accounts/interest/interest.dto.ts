import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** The account whose interest is to be posted. */
export class PostInterestBody {
  /** @example 0000010021 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;
}

/** What was posted. */
export class PostedInterestView {
  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * The last date whose interest was posted.
   * @example 2026-11-20
   */
  throughDate!: string;

  /**
   * Naira earned, before tax.
   * @example 1250.45
   */
  interest!: number;

  /**
   * Naira withheld of it.
   * @example 125.05
   */
  withholdingTax!: number;

  /**
   * Naira charged for an overdraft.
   * @example 0
   */
  overdraftInterest!: number;

  /** @example ["PST000000020300"] */
  postingReferenceNumbers!: string[];

  /**
   * Naira, after the posting.
   * @example 101125.4
   */
  ledgerBalance!: number;
}
