import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { PagingQuery } from '../common/http/paging.dto';
import { IsNaira } from '../common/money/is-naira';
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

/** A deposit to begin. */
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
   * Naira.
   * @example 500000
   */
  @IsNaira()
  principalAmount!: number;

  /**
   * Days.
   * @example 90
   */
  @IsInt()
  @Min(1)
  @Max(MAX_TENURE_DAYS)
  tenure!: number;

  /**
   * Percent a year, as agreed for this deposit; default the product's. A rollover keeps an agreed rate.
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
   * The customer's account that is debited.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  sourceAccount!: string;

  /**
   * What `liquidationAccount` is: 1 an account of the customer (default), 2 a GL account that the product allows.
   * @example 1
   */
  @IsOptional()
  @IsIn(LIQUIDATION_ACCOUNT_TYPES)
  liquidationAccountType?: number;

  /**
   * Where interest and principal are paid.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  liquidationAccount!: string;

  /**
   * What becomes of the deposit at maturity; default `None`. `Principal` begins a new term with the principal and pays the
   * interest, `PrincipalAndInterest` adds the interest that is due at maturity, less tax, to the principal of the new term.
   * @example Principal
   */
  @IsOptional()
  @IsIn(ROLLOVERS)
  applyRollover?: Rollover;

  /**
   * When interest is paid; default the product's first way.
   * @example AtMaturity
   */
  @IsOptional()
  @IsIn(INTEREST_PAYMENTS)
  interestPayment?: InterestPayment;

  /**
   * The business date, which is the default: a deposit begins when its money moves.
   * @example 2026-11-21
   */
  @IsOptional()
  @IsCalendarDate()
  startDate?: string;

  /**
   * Default the officer of the source account.
   * @example ST001
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID?: string;

  /**
   * The caller's own reference; unique among what is asked of the institution's fixed deposits.
   * @example FD-20261121-0001
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;
}

/** Principal to add to a deposit. */
export class TopUpFixedDepositBody {
  /**
   * Of the deposit.
   * @example 0000010037
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * Naira. It earns from its own date to the maturity of the deposit.
   * @example 100000
   */
  @IsNaira()
  topUpAmount!: number;

  /**
   * The customer's account that is debited.
   * @example 0000010021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  sourceAccount!: string;

  /**
   * The caller's own reference; unique among what is asked of the institution's fixed deposits.
   * @example FD-20261121-0002
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;
}

/** Principal to take out of a deposit. */
export class LiquidateFixedDepositBody {
  /**
   * Of the deposit.
   * @example 0000010037
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountNumber!: string;

  /**
   * 0 Full, 1 Partial.
   * @example 1
   */
  @IsIn(LIQUIDATION_TYPES)
  liquidationType!: number;

  /**
   * Naira of principal; required of a partial liquidation, of a full one at most the whole principal.
   * @example 100000
   */
  @IsOptional()
  @IsNaira()
  liquidationAmount?: number;

  /**
   * The caller's own reference; unique among what is asked of the institution's fixed deposits.
   * @example FD-20261121-0003
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  referenceNumber!: string;
}

/** What changes of a deposit; a field that is left out stays as it is. */
export class UpdateFixedDepositBody {
  /**
   * Of the deposit.
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
   * What `liquidationAccount` is; default what it is now. Send it with `liquidationAccount`.
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

  /** @example ST001 */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  accountOfficerStaffID?: string;
}

/** Filters of the search. */
export class SearchFixedDepositsQuery extends PagingQuery {
  /**
   * All terms of the deposit with this number.
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
