import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsPercentage } from '../interest-rate';
import { RateTierDto } from '../rates/rate-tier.dto';
import {
  INTEREST_PAYMENTS,
  INTEREST_POSTING_FREQUENCIES,
  type InterestPayment,
  type InterestPostingFrequency,
} from './deposit-enumerations';
import { DAY_COUNTS, type DayCount } from './loan-enumerations';
import { FixedDepositLedgers, SavingsLedgers } from './term-ledgers.dto';

const MAX_TENURE_DAYS = 3_650;
const MAX_DORMANCY_MONTHS = 120;

/** Terms of a product of type `FixedDeposit`. */
export class FixedDepositTerms {
  /**
   * Naira. A partial liquidation must leave at least this amount.
   * @example 100000
   */
  @IsNaira()
  minPrincipal!: number;

  /**
   * Naira.
   * @example 100000000
   */
  @IsNaira()
  maxPrincipal!: number;

  /** @example 30 */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE_DAYS)
  minTenureDays!: number;

  /** @example 365 */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE_DAYS)
  maxTenureDays!: number;

  /**
   * The day count of interest. Default `ACT/365`.
   * @example ACT/365
   */
  @IsIn(DAY_COUNTS)
  dayCount!: DayCount;

  /**
   * Percent of the accrued interest that the customer loses by liquidation before maturity. Default 0.
   * @example 50
   */
  @IsPercentage()
  earlyLiquidationPenaltyPercent!: number;

  /**
   * Percent of the interest paid. Default 10.
   * @example 10
   */
  @IsPercentage()
  withholdingTaxPercent!: number;

  /**
   * The interest payments that a deposit can choose from, the default first. Default all.
   * @example ["AtMaturity", "Monthly", "Upfront"]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(INTEREST_PAYMENTS, { each: true })
  interestPayments!: InterestPayment[];

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => FixedDepositLedgers)
  ledgers!: FixedDepositLedgers;
}

const REQUIRED = ['minPrincipal', 'maxPrincipal', 'minTenureDays', 'maxTenureDays', 'ledgers'] as const;

/** The terms in a request. Principal, tenure and ledgers are required; other fields have defaults. */
export class FixedDepositTermsBody extends IntersectionType(
  PickType(FixedDepositTerms, REQUIRED),
  PartialType(OmitType(FixedDepositTerms, REQUIRED)),
) {}

/** Terms of a product of type `Savings` or `Current`. */
export class SavingsTerms {
  /**
   * Rate tiers by balance, ascending. Below the first tier the product's `interestRate` applies. Default none.
   * @example [{"fromAmount": 500000, "interestRate": 5.25}]
   */
  @IsArray()
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => RateTierDto)
  interestTiers!: RateTierDto[];

  /**
   * When accrued interest is posted: on the last day of each month (default), quarter or year.
   * @example Monthly
   */
  @IsIn(INTEREST_POSTING_FREQUENCIES)
  interestPosting!: InterestPostingFrequency;

  /**
   * The day count of interest. Default `ACT/365`.
   * @example ACT/365
   */
  @IsIn(DAY_COUNTS)
  dayCount!: DayCount;

  /**
   * Percent of the interest paid. Default 10.
   * @example 10
   */
  @IsPercentage()
  withholdingTaxPercent!: number;

  /**
   * Months without a transaction of the customer after which an account becomes dormant. Default 12.
   * @example 12
   */
  @IsInt()
  @Min(1)
  @Max(MAX_DORMANCY_MONTHS)
  dormancyMonths!: number;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => SavingsLedgers)
  ledgers!: SavingsLedgers;
}

/** The terms in a request. The ledgers are required; other fields have defaults. */
export class SavingsTermsBody extends IntersectionType(
  PickType(SavingsTerms, ['ledgers'] as const),
  PartialType(OmitType(SavingsTerms, ['ledgers'] as const)),
) {}
