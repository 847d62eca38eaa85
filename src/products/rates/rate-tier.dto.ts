import { IsNaira } from '../../common/money/is-naira';
import { IsInterestRate } from '../interest-rate';

/** A step of a rate: from this amount on, the whole amount has this rate. */
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
