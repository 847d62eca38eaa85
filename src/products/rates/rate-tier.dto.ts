import { IsNaira } from '../../common/money/is-naira';
import { IsInterestRate } from '../interest-rate';

/** A rate tier: from this amount on, the rate applies to the whole amount. */
export class RateTierDto {
  /**
   * Naira.
   * @example 500000
   */
  @IsNaira({ zeroAllowed: true })
  fromAmount!: number;

  /**
   * Percent.
   * @example 5.25
   */
  @IsInterestRate()
  interestRate!: number;
}
