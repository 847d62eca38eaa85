import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import type { SuspenseChange } from '../accrual/non-performing';
import type { LoanClassification } from '../contract/loan.entity';

@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class SuspenseChangesQuery extends PagingQuery {
  /** @example 0000010302 */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  LoanAccountNumber?: string;

  /**
   * First business date.
   * @example 2026-11-01
   */
  @IsOptional()
  @IsCalendarDate()
  StartDate?: string;

  /**
   * Last business date.
   * @example 2026-11-30
   */
  @IsOptional()
  @IsCalendarDate()
  EndDate?: string;
}

/** A change of the treatment of a loan's income. Amounts in Naira. */
export class SuspenseChangeView {
  /** @example 20911 */
  id!: number;

  /** @example 0000010302 */
  loanAccountNumber!: string;

  /**
   * `Suspend`: income not collected went to suspense, and new income goes there. `Cure`: the loan performs again, and
   * its cure period begins. `Relapse`: the cure period ended without effect. `Resume`: new income is income again.
   * @example Suspend
   */
  kind!: SuspenseChange;

  /** @example 2026-11-21 */
  businessDate!: string;

  /** @example Substandard */
  classification!: LoanClassification;

  /** @example 91 */
  daysPastDue!: number;

  /**
   * Interest moved to suspense.
   * @example 2680.85
   */
  interest!: number;

  /**
   * Fees moved to suspense, without VAT.
   * @example 0
   */
  fee!: number;

  /**
   * Default interest moved to suspense.
   * @example 118.36
   */
  default!: number;

  /**
   * Penalties moved to suspense.
   * @example 500
   */
  penalty!: number;

  /** @example 3299.21 */
  total!: number;

  /**
   * The part of the total that was income of an earlier year and is reversed in this one.
   * @example 1200.5
   */
  ofEarlierYears!: number;

  /**
   * Null when nothing was moved.
   * @example PST000000020913
   */
  postingReferenceNumber!: string | null;
}
