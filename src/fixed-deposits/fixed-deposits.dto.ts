import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
import { FieldRelations } from '../common/openapi/field-relations.decorator';
import { LeftOutOfExample } from '../common/openapi/request-example.decorators';
import { IsReference } from '../common/text/reference-rule';
import { IsCalendarDate } from '../common/time/is-calendar-date';
import { IsInterestRate } from '../products/interest-rate';
import { INTEREST_PAYMENTS, type InterestPayment } from '../products/terms/deposit-enumerations';
import {
  FIXED_DEPOSIT_STATUSES,
  type FixedDepositStatus,
  LIQUIDATION_ACCOUNT_TYPES,
  type Rollover,
  ROLLOVERS,
} from './fixed-deposit.entity';

const MAX_TENURE_DAYS = 3_650;

export const LIQUIDATION_TYPES = [0, 1] as const;
export const FULL_LIQUIDATION = 0;

/** A fixed deposit to create. */
@FieldRelations({ rule: 'not-together', fields: ['applicableInterestID', 'interestRate'] })
@LeftOutOfExample('applicableInterestID', 'interestRate')
export class AddFixedDepositBody {
  /** @example 00000012 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  customerID!: string;

  /**
   * A product of type `FixedDeposit`.
   * @example FD001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  productCode!: string;

  /**
   * Principal in Naira.
   * @example 500000
   */
  @IsNaira()
  principalAmount!: number;

  /**
   * Tenure in days.
   * @example 90
   */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE_DAYS)
  tenure!: number;

  /**
   * Agreed rate in percent a year; default the product's rate. A rollover keeps an agreed rate.
   * @example 12.5
   */
  @IsOptional()
  @IsInterestRate()
  interestRate?: number;

  /**
   * Id of one of the product's rates, in place of `interestRate`.
   * @example 10060
   */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  applicableInterestID?: number;

  /**
   * The customer's account to debit.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  sourceAccount!: string;

  /**
   * Type of `liquidationAccount`: 1 CustomerAccount (default), 2 LedgerAccount, which the product must allow.
   * @example 1
   */
  @IsOptional()
  @IsIn(LIQUIDATION_ACCOUNT_TYPES)
  liquidationAccountType?: number;

  /**
   * The account that receives interest and principal.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  liquidationAccount!: string;

  /**
   * Rollover at maturity; default `None`. `Principal` begins a new term with the principal and pays the interest;
   * `PrincipalAndInterest` adds the interest due at maturity, less tax, to the principal of the new term.
   * @example Principal
   */
  @IsOptional()
  @IsIn(ROLLOVERS)
  applyRollover?: Rollover;

  /**
   * Time of interest payment; default the first one that the product allows.
   * @example AtMaturity
   */
  @IsOptional()
  @IsIn(INTEREST_PAYMENTS)
  interestPayment?: InterestPayment;

  /**
   * The business date, which is the default: a deposit begins on the day of its posting.
   * @example 2026-11-21
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /**
   * Account officer; default the officer of the source account.
   * @example STF001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID?: string;

  /**
   * The caller's own reference; unique among the institution's requests about fixed deposits.
   * @example FD-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;
}

/** Principal to add to a deposit. */
export class TopUpFixedDepositBody {
  /**
   * Account number of the deposit.
   * @example 0000010037
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * Amount in Naira. It earns from today to the maturity of the deposit.
   * @example 100000
   */
  @IsNaira()
  topUpAmount!: number;

  /**
   * The customer's account to debit.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  sourceAccount!: string;

  /**
   * The caller's own reference; unique among the institution's requests about fixed deposits.
   * @example FD-20261121-0002
   */
  @IsReference()
  referenceNumber!: string;
}

/** Principal to liquidate. */
@FieldRelations({ rule: 'required-with', field: 'liquidationAmount', other: 'liquidationType', values: [1] })
export class LiquidateFixedDepositBody {
  /**
   * Account number of the deposit.
   * @example 0000010037
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * 0 full, 1 partial.
   * @example 1
   */
  @IsIn(LIQUIDATION_TYPES)
  liquidationType!: number;

  /**
   * Principal in Naira; required for a partial liquidation, and for a full one, if sent, the whole principal.
   * @example 100000
   */
  @IsOptional()
  @IsNaira()
  liquidationAmount?: number;

  /**
   * The caller's own reference; unique among the institution's requests about fixed deposits.
   * @example FD-20261121-0003
   */
  @IsReference()
  referenceNumber!: string;
}

/** Changes of a deposit; fields left out stay unchanged. */
@FieldRelations(
  { rule: 'any-of', groups: [['applyRollover'], ['liquidationAccount'], ['accountOfficerStaffID']] },
  { rule: 'required-with', field: 'liquidationAccount', other: 'liquidationAccountType' },
)
export class UpdateFixedDepositBody {
  /**
   * Account number of the deposit.
   * @example 0000010037
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /** @example None */
  @IsOptional()
  @IsIn(ROLLOVERS)
  applyRollover?: Rollover;

  /**
   * Type of `liquidationAccount`: 1 CustomerAccount, 2 LedgerAccount. Default: the present type. Send it with
   * `liquidationAccount`.
   * @example 1
   */
  @IsOptional()
  @IsIn(LIQUIDATION_ACCOUNT_TYPES)
  liquidationAccountType?: number;

  /** @example 0000010021 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  liquidationAccount?: string;

  /** @example STF001 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID?: string;
}

/** Filters of the search. */
@FieldRelations({ rule: 'not-before', field: 'MaturityDateTo', other: 'MaturityDateFrom' })
export class SearchFixedDepositsQuery extends PagingQuery {
  /**
   * Account number of the deposit; returns all its terms.
   * @example 0000010037
   */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  AccountNumber?: string;

  /** @example FD-0000010037-01 */
  @IsOptional()
  @IsString()
  @MaxLength(30)
  ContractNo?: string;

  /** @example 00000012 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  CustomerID?: string;

  /** @example FD001 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  ProductCode?: string;

  /** @example Active */
  @IsOptional()
  @IsIn(FIXED_DEPOSIT_STATUSES)
  Status?: FixedDepositStatus;

  /** @example 2026-12-01 */
  @IsOptional()
  @IsCalendarDate()
  MaturityDateFrom?: string;

  /** @example 2026-12-31 */
  @IsOptional()
  @IsCalendarDate()
  MaturityDateTo?: string;
}

/** The fixed deposit in a path. */
export class FixedDepositPath {
  /** @example 20600 */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'id must be a whole number' })
  id!: string;
}
