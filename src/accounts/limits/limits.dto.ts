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
   * The largest single transfer or bill payment, in Naira; 0 allows none.
   * @example 100000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  userSingleTransactionLimit?: number | null;

  /**
   * The largest total of transfers and bill payments in a day, in Naira; 0 allows none.
   * @example 500000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  userDailyTransactionLimit?: number | null;
}

/** The limits of an account and their use, in Naira. A day is a calendar date in the institution's time zone. */
export class AccountLimitView {
  /** @example 0000010021 */
  accountNumber!: string;

  /**
   * The largest single transfer or bill payment; null when there is no limit.
   * @example 100000
   */
  userSingleTransactionLimit!: number | null;

  /**
   * The largest total of transfers and bill payments in a day; null when there is no limit.
   * @example 500000
   */
  userDailyTransactionLimit!: number | null;

  /**
   * The total of today's transfers and bill payments, less what was reversed today.
   * @example 120000
   */
  usedToday!: number;

  /**
   * The amount that remains today under the lower of the two daily limits; null when there is none.
   * @example 380000
   */
  remainingToday!: number | null;

  /** @example 2 */
  kycTier!: number | null;

  /**
   * The daily limit of the KYC tier; null when none applies to this account.
   * @example 200000
   */
  kycDailyLimit!: number | null;

  /**
   * The largest single deposit of the KYC tier; null when none applies to this account.
   * @example 100000
   */
  kycMaxSingleDeposit!: number | null;

  /**
   * The largest balance of the KYC tier; null when none applies to this account.
   * @example 500000
   */
  kycMaxBalance!: number | null;
}
