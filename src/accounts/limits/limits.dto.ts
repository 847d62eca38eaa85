import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';

/** New transfer limits of an account. A limit that is left out stays as it is; null removes it. */
export class UpdateAccountLimitBody {
  /**
   * Not a virtual account number.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * The most that one transfer or bill may take, in Naira; 0 allows none.
   * @example 100000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  userSingleTransactionLimit?: number | null;

  /**
   * The most that transfers and bills may take in a day, in Naira; 0 allows none.
   * @example 500000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  userDailyTransactionLimit?: number | null;
}

/** The limits of an account in Naira, and what is used of them. A day is a calendar date in the institution's time zone. */
export class AccountLimitView {
  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * The most that one transfer or bill may take; null when there is no limit.
   * @example 100000
   */
  userSingleTransactionLimit!: number | null;

  /**
   * The most that transfers and bills may take in a day; null when there is no limit.
   * @example 500000
   */
  userDailyTransactionLimit!: number | null;

  /**
   * What transfers and bills took today; what was reversed today is given back.
   * @example 120000
   */
  usedToday!: number;

  /**
   * What they may still take today under the lower of the two daily limits; null when there is none.
   * @example 380000
   */
  remainingToday!: number | null;

  /** @example 2 */
  kycTier!: number | null;

  /**
   * The daily limit of the tier; null when the institution applies none to this account.
   * @example 200000
   */
  kycDailyLimit!: number | null;

  /**
   * The most that may be paid in at once in the tier; null when the institution applies no such limit to this account.
   * @example 100000
   */
  kycMaxSingleDeposit!: number | null;

  /**
   * The most that the account may hold in the tier; null when the institution applies no such limit to this account.
   * @example 500000
   */
  kycMaxBalance!: number | null;
}
