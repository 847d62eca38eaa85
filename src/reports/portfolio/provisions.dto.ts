import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { LOAN_CLASSIFICATIONS, type LoanClassification } from '../../loans/contract/loan.entity';

/** Filters of the provisions of loans. */
export class LoanProvisionsQuery extends PagingQuery {
  /** A closed business date.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;

  /** @example "0000010302" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  LoanAccountNumber?: string;

  /** @example "Substandard" */
  @IsOptional()
  @IsIn(LOAN_CLASSIFICATIONS)
  Classification?: LoanClassification;

  /** @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** @example "LN001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  ProductCode?: string;
}

/** The provision of a loan at the end of a date. Amounts in Naira. */
export class LoanProvisionView {
  /** @example "0000010302" */
  loanAccountNumber!: string;

  /** @example "001" */
  branchCode!: string;

  /** @example "LN001" */
  productCode!: string;

  /** @example "Substandard" */
  classification!: LoanClassification;

  /** Stage under IFRS 9: 1, 2 or 3.
   * @example 3 */
  stage!: number;

  /** Days past due at the beginning of the next date.
   * @example 92 */
  daysPastDue!: number;

  /** @example 90000 */
  outstandingPrincipal!: number;

  /** Principal less interest in suspense within it and less unearned upfront interest.
   * @example 90000 */
  exposure!: number;

  /** @example 18000 */
  prudentialProvision!: number;

  /** Expected credit loss; 0 without tables.
   * @example 58500 */
  expectedLoss!: number;

  /** The part of the allowance in the books that belongs to the loan.
   * @example 18000 */
  allowance!: number;

  /** First date at whose end the figures held.
   * @example "2026-11-20" */
  since!: string;
}

/** The period of a report of movements. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class ProvisionMovementsQuery {
  /** First date of the period; the opening is the end of the date before.
   * @example "2026-11-01" */
  @IsCalendarDate()
  StartDate!: string;

  /** Last date of the period, a closed business date.
   * @example "2026-11-20" */
  @IsCalendarDate()
  EndDate!: string;

  /** @example "001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20)
  BranchCode?: string;

  /** @example "LN001" */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  ProductCode?: string;
}

/**
 * Movement of the allowance: opening + transferredIn − transferredOut + forNewLoans + increase − decrease − used =
 * closing. Amounts in Naira.
 */
export class ProvisionMovementAmounts {
  /** @example 12000 */
  opening!: number;

  /** From loans that came from another class, branch or product.
   * @example 900 */
  transferredIn!: number;

  /** @example 900 */
  transferredOut!: number;

  /** Of loans without an allowance at the opening.
   * @example 2400 */
  forNewLoans!: number;

  /** @example 3600 */
  increase!: number;

  /** Released because loans were repaid or became better.
   * @example 1200 */
  decrease!: number;

  /** Used by write-offs.
   * @example 0 */
  used!: number;

  /** @example 16800 */
  closing!: number;

  /** Balance of the allowance's accounts by value date at the end of the period.
   * @example 16800 */
  ledgerBalance!: number;

  /** Ledger balance less closing; not 0 means that the books are wrong.
   * @example 0 */
  difference!: number;
}

/** The movement of one class. */
export class ProvisionMovementRowView extends ProvisionMovementAmounts {
  /** @example "Substandard" */
  classification!: LoanClassification;
}

/** The movement of the allowance by class, with the figures behind the reserve. Amounts in Naira. */
export class ProvisionMovementsView {
  /** @example "2026-11-01" */
  startDate!: string;

  /** @example "2026-11-20" */
  endDate!: string;

  data!: ProvisionMovementRowView[];

  totals!: ProvisionMovementAmounts;

  /** Prudential provision of all loans at the end of the period.
   * @example 16800 */
  prudentialProvision!: number;

  /** Expected credit loss of all loans at the end of the period.
   * @example 0 */
  expectedLoss!: number;

  /** Balance of the regulatory risk reserve of the institution by value date.
   * @example 0 */
  regulatoryRiskReserve!: number;
}
