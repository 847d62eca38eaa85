import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { CustomerDocumentBody } from '../accounts/account-opening.dto';
import { IsNaira } from '../common/money/is-naira';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { IsInterestRate } from '../products/interest-rate';
import { FREQUENCIES, INTEREST_COMPUTATION_MODELS, LENDING_MODELS, MORATORIA, PAYMENT_TYPES, RATE_BASES } from '../products/terms/loan-enumerations';

export const MAX_TENURE = 3_650;
const MAX_EVERY = 366;
const MAX_GRACE_DAYS = 3_650;
const MAX_CODE = 9_999;
const COLLATERAL_TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Property decorator for the id of a record. */
export function IsRecordId(): PropertyDecorator {
  const rules = [IsInt(), Min(1), Max(Number.MAX_SAFE_INTEGER)];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}

/** A file about the loan. */
export class LoanDocumentBody extends CustomerDocumentBody {}

/**
 * What a loan may be asked for beyond who, how much and how long (spec, Group loan: `loanRequest`). Whatever is left out or
 * null is as the product says.
 */
export class LoanRequestFields {
  /**
   * 0 CreditUnions, 1 Individual, 2 NeighbourhoodAndSmallGroupRevolvingFunds, 3 Other, 4 SolidarityGroup, 5 Staff,
   * 6 VillageBanking, 7 WholesaleLending.
   * @example 1
   */
  @IsOptional()
  @IsIn(LENDING_MODELS)
  lendingModel?: (typeof LENDING_MODELS)[number];

  /**
   * The institution's own code of the borrower's sector.
   * @example 4
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_CODE)
  economicSector?: number;

  /**
   * The institution's number of the loan in another system.
   * @example ORC-77120
   */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  oracleNumber?: string;

  /** @example "Stock for the December season" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  notes?: string;

  /**
   * Days late without default interest.
   * @example 3
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_DAYS)
  failedRepaymentGracePeriod?: number;

  /**
   * The principal again, as `loanAmount` has it; when both are sent they must agree. Naira.
   * @example 250000
   */
  @IsOptional()
  @IsNaira()
  principalAmount?: number;

  /**
   * The tenure again, as `tenure` has it; when both are sent they must agree.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  principalRepaymentTenure?: number;

  /**
   * 0 EndOfContract, 1 ProRated, 3 EqualMonthlyInstallment. 2 Upfront is refused: the whole principal would be due at once.
   * @example 1
   */
  @IsOptional()
  @IsIn(PAYMENT_TYPES)
  principalRepaymentType?: (typeof PAYMENT_TYPES)[number];

  /**
   * Units of the frequency between instalments; must divide the tenure.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  principalRepaymentEvery?: number;

  /**
   * What tenure is counted in: 0 Days, 1 Weeks, 2 Months, 3 Years.
   * @example 2
   */
  @IsOptional()
  @IsIn(FREQUENCIES)
  principalRepaymentFrequency?: (typeof FREQUENCIES)[number];

  /**
   * Id of one of the product's active rates, instead of the product's own.
   * @example 20460
   */
  @IsOptional()
  @IsRecordId()
  applicableInterestID?: number;

  /**
   * Charge `defaultInterestRate` instead of a rate of the product's.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  overrideProductInterestRate?: boolean;

  /**
   * The interest rate of the loan in percent, with `overrideProductInterestRate` only; without it, 0 counts as left out.
   * @example 24
   */
  @IsOptional()
  @IsInterestRate()
  defaultInterestRate?: number;

  /**
   * What the rate is a percentage of: 0 Annual, 1 PerPeriod. Other than the rate's own with `overrideProductInterestRate` only.
   * @example 0
   */
  @IsOptional()
  @IsIn(RATE_BASES)
  rateBasis?: (typeof RATE_BASES)[number];

  /**
   * 0 FixedMethod, 1 ReducingBalanceMethod, 2 ReducingBalanceButEqualMethod.
   * @example 2
   */
  @IsOptional()
  @IsIn(INTEREST_COMPUTATION_MODELS)
  interestComputationModel?: (typeof INTEREST_COMPUTATION_MODELS)[number];

  /**
   * 0 EndOfContract, 1 ProRated, 2 Upfront, 3 EqualMonthlyInstallment.
   * @example 1
   */
  @IsOptional()
  @IsIn(PAYMENT_TYPES)
  interestPaymentType?: (typeof PAYMENT_TYPES)[number];

  /**
   * Interest falls due with the principal: must be `principalRepaymentEvery`.
   * @example 1
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_EVERY)
  interestPaymentEvery?: number;

  /**
   * Must be `principalRepaymentFrequency`.
   * @example 2
   */
  @IsOptional()
  @IsIn(FREQUENCIES)
  interestPaymentEveryFrequency?: (typeof FREQUENCIES)[number];

  /**
   * Must be the tenure.
   * @example 12
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE)
  interestPaymentDuration?: number;

  /**
   * Charge the fee that `loanFeeID` names.
   * @example true
   */
  @IsOptional()
  @IsBoolean()
  allowLoanFee?: boolean;

  /**
   * Id of one of the product's active fees; goes with `allowLoanFee`.
   * @example 20470
   */
  @IsOptional()
  @IsRecordId()
  loanFeeID?: number;

  /**
   * Choose the moratorium by `moratorium` instead of taking the product's.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  ignoreProductDefaultMoratorium?: boolean;

  /**
   * 0 False, 1 True_PrincipalOnly, 2 True_InterestOnly, 3 True_PrincipalEtInterest. Its periods are the product's. Other than the
   * product's with `ignoreProductDefaultMoratorium` only.
   * @example 0
   */
  @IsOptional()
  @IsIn(MORATORIA)
  moratorium?: (typeof MORATORIA)[number];

  /**
   * Must be available on the linked account when the loan is disbursed, and is held until it closes. Naira.
   * @example 25000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  requiredSecurityDepositAmount?: number;

  /**
   * When the loan is to be disbursed; default the business date. Its schedule counts from the day it is disbursed.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /**
   * No interest runs before it; default the disbursement.
   * @example 2026-12-01
   */
  @IsOptional()
  @IsCalendarDate()
  interestAccrualStartDate?: string;

  /**
   * When the first instalment falls due, the others following at the frequency; default one period after the disbursement.
   * @example 2027-01-01
   */
  @IsOptional()
  @IsCalendarDate()
  firstRepaymentDate?: string;

  /** @example true */
  @IsOptional()
  @IsBoolean()
  collateralPledge?: boolean;

  /**
   * 0 RealEstate_LandAndBuilding, 1 Automobile, 2 PlantAndEquipment, 3 NaturalReserves, 4 MarketableSecurities,
   * 5 AccountReceivablesAndInventories, 6 Cash, 7 PersonalGuarantees, 8 PostDatedCheques, 9 Domicilliation.
   * @example 1
   */
  @IsOptional()
  @IsIn(COLLATERAL_TYPES)
  collateralType?: number;

  /**
   * Naira.
   * @example 1500000
   */
  @IsOptional()
  @IsNaira({ zeroAllowed: true })
  collateralValuation?: number;

  /** @example "Toyota Corolla 2018, LND 123 AA" */
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  collateralDescription?: string;

  /**
   * Ids of customers of the institution who guarantee the loan.
   * @example [20310]
   */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(Number.MAX_SAFE_INTEGER, { each: true })
  loanGuarantors?: number[];

  /**
   * The institution's own code of how repayments are followed.
   * @example 0
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_CODE)
  repaymentTrackers?: number;

  /**
   * Whether the proceeds may go to a ledger instead of the linked account.
   * @example false
   */
  @IsOptional()
  @IsBoolean()
  allowDisbursementToGL?: boolean;

  /**
   * Id of one of the ledgers that the product lets requests name; goes with `allowDisbursementToGL`.
   * @example null
   */
  @IsOptional()
  @IsRecordId()
  disbursementGLID?: number | null;
}

/** The fields with files, which are kept with the loan once it is asked for. */
export class LoanRequestWithDocuments extends LoanRequestFields {
  /** At most 10 files, 10 MB altogether. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => LoanDocumentBody)
  loanDocuments?: LoanDocumentBody[];
}

/** The fields of the spec that name account, product and officer by id. */
export class LoanRequestIds extends LoanRequestWithDocuments {
  /**
   * Id of the linked account.
   * @example 20350
   */
  @IsOptional()
  @IsRecordId()
  accountID?: number;

  /**
   * Id of the product.
   * @example 20440
   */
  @IsOptional()
  @IsRecordId()
  productID?: number;

  /**
   * Id of the member of staff who is the account officer; default the linked account's officer.
   * @example 20210
   */
  @IsOptional()
  @IsRecordId()
  accountOfficerID?: number;

  /**
   * An active agent of the institution, whom the loan is attributed to.
   * @example AG000001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  agentCode?: string;
}
