import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PagingQuery } from '../../common/http/paging.dto';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { LOAN_CLASSIFICATIONS, type LoanClassification } from '../../loans/contract/loan.entity';
import { PORTFOLIO_GROUPS, type PortfolioGroup } from './portfolio-groups';

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

/** The date and the grouping of the portfolio at risk. */
export class PortfolioAtRiskQuery {
  /** A closed business date.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;

  /** What the rows are.
   * @example "Branch" */
  @IsOptional()
  @IsIn(PORTFOLIO_GROUPS)
  GroupBy: PortfolioGroup = 'Product';
}

/** Loans whose days past due lie within a band. Amounts in Naira. */
export class AgeingBandView {
  /** @example "1-30" */
  band!: string;

  /** @example 4 */
  loans!: number;

  /** @example 250000 */
  outstandingPrincipal!: number;
}

/** Portfolio at risk and ageing of a group of loans. Amounts in Naira. */
export class PortfolioAtRiskRowView {
  /** Code of the product, branch, officer, agent or sector; null for loans without one.
   * @example "001" */
  code!: string | null;

  /** @example "Head Office" */
  name!: string | null;

  /** @example 120 */
  loans!: number;

  /** @example 9500000 */
  outstandingPrincipal!: number;

  /** Outstanding principal of loans with anything overdue.
   * @example 700000 */
  atRisk1!: number;

  /** Of loans more than 30 days past due.
   * @example 450000 */
  atRisk30!: number;

  /** Of loans more than 60 days past due.
   * @example 300000 */
  atRisk60!: number;

  /** Of loans more than 90 days past due.
   * @example 200000 */
  atRisk90!: number;

  /** Percent of the outstanding principal that is more than 30 days past due.
   * @example 4.74 */
  ratio30!: number;

  /** @example 2.11 */
  ratio90!: number;

  ageing!: AgeingBandView[];
}

/** The portfolio at risk as of a closed date. */
export class PortfolioAtRiskView {
  /** @example "2026-11-20" */
  date!: string;

  data!: PortfolioAtRiskRowView[];

  totals!: PortfolioAtRiskRowView;
}

/** The two dates between which loans rolled. */
@FieldRelations({ rule: 'not-before', field: 'EndDate', other: 'StartDate' })
export class RollRatesQuery {
  /** A closed business date.
   * @example "2026-10-31" */
  @IsCalendarDate()
  StartDate!: string;

  /** A later closed business date.
   * @example "2026-11-20" */
  @IsCalendarDate()
  EndDate!: string;
}

/** Loans of one band at the first date and where they are at the second. Amounts in Naira. */
export class RollRateView {
  /** Band at the first date.
   * @example "1-30" */
  from!: string;

  /** Band at the second date, `Repaid` or `WrittenOff`.
   * @example "31-60" */
  to!: string;

  /** @example 3 */
  loans!: number;

  /** Their outstanding principal at the first date.
   * @example 150000 */
  outstandingPrincipal!: number;

  /** Percent of the principal of the band at the first date.
   * @example 21.43 */
  rate!: number;
}

/** How loans rolled between bands of days past due. */
export class RollRatesView {
  /** @example "2026-10-31" */
  startDate!: string;

  /** @example "2026-11-20" */
  endDate!: string;

  data!: RollRateView[];
}

/** The date up to which vintages are followed. */
export class VintagesQuery {
  /** A closed business date.
   * @example "2026-11-20" */
  @IsCalendarDate()
  Date!: string;
}

/** The loans disbursed in one month, at the end of a later month or at the date. Amounts in Naira. */
export class VintageView {
  /** Month of the disbursements.
   * @example "2026-05" */
  month!: string;

  /** Months since then; 0 at the end of the month of disbursement.
   * @example 6 */
  age!: number;

  /** End of the month, or the date of the report.
   * @example "2026-11-20" */
  asOf!: string;

  /** @example 40 */
  loans!: number;

  /** Principal paid out.
   * @example 4000000 */
  disbursed!: number;

  /** @example 2500000 */
  outstandingPrincipal!: number;

  /** Of loans more than 30 days past due.
   * @example 150000 */
  atRisk30!: number;

  /** Written off so far.
   * @example 50000 */
  writtenOff!: number;

  /** Percent of the principal paid out that is more than 30 days past due or was written off.
   * @example 5 */
  lossRate!: number;
}

/** The vintages of the last 24 months. */
export class VintagesView {
  /** @example "2026-11-20" */
  date!: string;

  data!: VintageView[];
}
