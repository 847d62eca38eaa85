import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsNaira } from '../../common/money/is-naira';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';
import { IsReference } from '../../common/text/reference-rule';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { LoanChangeBody } from '../servicing/servicing.dto';
import { CHARGED_COMPONENTS, type ChargedComponent } from './apply-charge';

/** A charge that falls due at once. */
export class ChargeLoanBody extends LoanChangeBody {
  /**
   * `Fee`: of the kind of the loan's own fee, to whose ledger it goes, with VAT where that bears it. `Penalty`: without
   * VAT.
   * @example Penalty
   */
  @IsIn(CHARGED_COMPONENTS)
  component!: ChargedComponent;

  /**
   * Naira, without VAT.
   * @example 1500
   */
  @IsNaira()
  amount!: number;
}

/** Amounts to waive, Naira; at least one. */
export class WaiveLoanBody extends LoanChangeBody {
  /**
   * Interest that is due.
   * @example 250
   */
  @IsOptional()
  @IsNaira()
  interest?: number | null;

  /**
   * Default interest.
   * @example 120.5
   */
  @IsOptional()
  @IsNaira()
  defaultInterest?: number | null;

  /** @example 500 */
  @IsOptional()
  @IsNaira()
  penalty?: number | null;

  /**
   * Fees that are due, with their VAT.
   * @example 300
   */
  @IsOptional()
  @IsNaira()
  fee?: number | null;
}

/** Money that a borrower paid ahead, or above the debt, and gets back. */
@LeftOutOfExample('creditAccount')
export class RefundLoanBody extends LoanChangeBody {
  /**
   * Naira; at most what was paid of instalments to come, with `creditAccount` at most what lies in unclaimed funds.
   * @example 2000
   */
  @IsNaira()
  amount!: number;

  /**
   * An account of the borrower, for what payments exceeded the debt by while the linked account was closed. It is paid
   * out of unclaimed funds. Left out, what was paid ahead goes back to the linked account.
   * @example "0000010203"
   */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  creditAccount?: string | null;
}

/** A repayment that was received on an earlier day and is booked now. */
export class BackdatedRepaymentBody extends LoanChangeBody {
  /**
   * Naira.
   * @example 20000
   */
  @IsNaira()
  amount!: number;

  /**
   * Code of the ledger on which the money was collected.
   * @example 2030
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  collectionsGL!: string;

  /**
   * The day of the payment: before the business date, and not before the disbursement.
   * @example 2026-11-02
   */
  @IsCalendarDate()
  valueDate!: string;

  /**
   * Unique among the repayments of the institution.
   * @example BR-20261121-0001
   */
  @IsReference()
  referenceNumber!: string;
}

/** A repayment that was booked to the wrong loan. */
export class MoveRepaymentBody extends LoanChangeBody {
  /**
   * Id of the repayment, as `events` lists it.
   * @example 20931
   */
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  eventId!: number;

  /**
   * The loan that the payment was for.
   * @example "0000010319"
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  loanAccountNumber!: string;
}
