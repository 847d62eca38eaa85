import { IsIn, IsOptional } from 'class-validator';
import { FieldRelations } from '../../common/openapi/field-relations.decorator';
import { IsCalendarDate } from '../../common/time/is-calendar-date';
import { PORTFOLIO_GROUPS, type PortfolioGroup } from './portfolio-groups';

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
