import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { IsInterestRate, IsPercentage } from '../interest-rate';
import { LoanArrearsTerms } from './loan-arrears-terms.dto';
import {
  DAY_COUNTS,
  type DayCount,
  FREQUENCIES,
  INTEREST_COMPUTATION_MODELS,
  LENDING_MODELS,
  MONTH_ENDS,
  type MonthEnd,
  MORATORIA,
  MORATORIUM_INTEREST,
  type MoratoriumInterest,
  PAYMENT_TYPES,
  PREPAYMENT_EFFECTS,
  type PrepaymentEffect,
  PRINCIPAL_REPAYMENT_TYPES,
  RATE_BASES,
} from './loan-enumerations';

const MAX_TENURE = 3_650;
const MAX_EVERY = 366;

/** Terms of a product of type `Loan` or `GroupLoan`. Names and integers are those of a loan request. */
export class LoanTerms extends LoanArrearsTerms {
  /**
   * Naira.
   * @example 10000
   */
  @IsNaira()
  minPrincipal!: number;

  /**
   * Naira.
   * @example 5000000
   */
  @IsNaira()
  maxPrincipal!: number;

  /**
   * In units of `principalRepaymentFrequency`.
   * @example 1
   */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  minTenure!: number;

  /**
   * In units of `principalRepaymentFrequency`.
   * @example 12
   */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  maxTenure!: number;

  /**
   * 0 CreditUnions, 1 Individual, 2 NeighbourhoodAndSmallGroupRevolvingFunds, 3 Other, 4 SolidarityGroup, 5 Staff,
   * 6 VillageBanking, 7 WholesaleLending. Default 1; for a `GroupLoan` product 4.
   * @example 1
   */
  @IsIn(LENDING_MODELS)
  lendingModel!: number;

  /**
   * The period of `interestRate`: 0 Annual (default), 1 PerPeriod.
   * @example 0
   */
  @IsIn(RATE_BASES)
  rateBasis!: number;

  /**
   * 0 FixedMethod, 1 ReducingBalanceMethod, 2 ReducingBalanceButEqualMethod (default).
   * @example 2
   */
  @IsIn(INTEREST_COMPUTATION_MODELS)
  interestComputationModel!: number;

  /**
   * 0 EndOfContract, 1 ProRated (default), 3 EqualMonthlyInstallment.
   * @example 1
   */
  @IsIn(PRINCIPAL_REPAYMENT_TYPES)
  principalRepaymentType!: number;

  /**
   * Units of the frequency between two instalments. Default 1.
   * @example 1
   */
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  principalRepaymentEvery!: number;

  /**
   * 0 Days, 1 Weeks, 2 Months (default), 3 Years.
   * @example 2
   */
  @IsIn(FREQUENCIES)
  principalRepaymentFrequency!: number;

  /**
   * 0 EndOfContract, 1 ProRated (default), 2 Upfront, 3 EqualMonthlyInstallment.
   * @example 1
   */
  @IsIn(PAYMENT_TYPES)
  interestPaymentType!: number;

  /**
   * Units of `principalRepaymentFrequency` between two payments of interest, when interest and principal are due at
   * different times: a divisor or a multiple of `principalRepaymentEvery`. Models 0 and 1, without a moratorium. Null
   * (default): with the principal.
   * @example null
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  interestPaymentEvery!: number | null;

  /**
   * Least rate of a loan of the product, percent, in the product's rate basis. Null (default): none.
   * @example null
   */
  @IsOptional()
  @IsInterestRate()
  minInterestRate!: number | null;

  /**
   * Highest rate of a loan of the product. Null (default): none.
   * @example null
   */
  @IsOptional()
  @IsInterestRate()
  maxInterestRate!: number | null;

  /**
   * Naira: level instalments are a multiple of it, and the last one takes the difference. Null (default): to the kobo.
   * @example null
   */
  @IsOptional()
  @IsNaira()
  installmentMultiple!: number | null;

  /**
   * Spreads the difference of the last instalment over the others. Default false.
   * @example false
   */
  @IsBoolean()
  emiSmoothing!: boolean;

  /**
   * A due date in a month without its day: `CLAMP` (default) to the last day of the month, `ROLL` to the first of the
   * next.
   * @example CLAMP
   */
  @IsIn(MONTH_ENDS)
  monthEnd!: MonthEnd;

  /**
   * Percent of the principal due with each instalment; the last takes the rest. Models 0 and 1. Null (default): equal
   * parts.
   * @example null
   */
  @IsOptional()
  @IsPercentage()
  principalPercentPerInstallment!: number | null;

  /**
   * Balloon: percent of the principal that falls due on top of the last instalment. Null (default): none.
   * @example null
   */
  @IsOptional()
  @IsPercentage()
  balloonPercent!: number | null;

  /**
   * What the part of a repayment does that exceeds what is due: `PaysAhead` (default) pays instalments to come,
   * `ReduceTenure` and `ReduceInstalment` repay principal and make the schedule again with fewer or smaller
   * instalments. Not for flat or upfront interest.
   * @example PaysAhead
   */
  @IsIn(PREPAYMENT_EFFECTS)
  prepaymentEffect!: PrepaymentEffect;

  /**
   * The day count of interest. Default `ACT/365`.
   * @example ACT/365
   */
  @IsIn(DAY_COUNTS)
  dayCount!: DayCount;

  /**
   * 0 False (default), 1 True_PrincipalOnly, 2 True_InterestOnly, 3 True_PrincipalEtInterest.
   * @example 0
   */
  @IsIn(MORATORIA)
  moratorium!: number;

  /**
   * Leading instalments that the moratorium covers. They are part of the tenure. Default 0.
   * @example 0
   */
  @IsInt()
  @Min(0)
  @Max(MAX_EVERY)
  moratoriumPeriods!: number;

  /**
   * The treatment of interest during the moratorium: `DEFER` (default) to the first instalment after it, `SPREAD` over
   * the other instalments, `CAPITALISE`, or `FREE`.
   * @example DEFER
   */
  @IsIn(MORATORIUM_INTEREST)
  moratoriumInterest!: MoratoriumInterest;
}

const REQUIRED = ['minPrincipal', 'maxPrincipal', 'minTenure', 'maxTenure', 'ledgers'] as const;

/** The terms in a request. Principal, tenure and ledgers are required; other fields have defaults. */
export class LoanTermsBody extends IntersectionType(
  PickType(LoanTerms, REQUIRED),
  PartialType(OmitType(LoanTerms, REQUIRED)),
) {}
