import { Column, Entity } from 'typeorm';
import { IdColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { RateTier } from '../rates/rate-tier';
import type { InterestPostingFrequency } from './deposit-enumerations';
import type { DayCount } from './loan-enumerations';
import type { LedgerColumns, SavingsLedgerRole } from './term-ledgers';

/** Terms of interest and dormancy of a product of type `Savings` or `Current`. The id is the product's. */
@Entity()
export class SavingsProductTerms extends TenantEntity implements LedgerColumns<SavingsLedgerRole> {
  /** Rate tiers by the day's balance, ascending. Below the first tier the product's own rate applies. */
  @Column({ type: 'jsonb' })
  interestTiers!: RateTier[];

  @TextColumn(10)
  interestPosting!: InterestPostingFrequency;

  @TextColumn(20)
  dayCount!: DayCount;

  /** Percent of the interest paid, as decimal text. */
  @Column({ type: 'numeric', precision: 9, scale: 4 })
  withholdingTaxPercent!: string;

  /** Months without a transaction of the customer after which an account becomes dormant. */
  @Column({ type: 'smallint' })
  dormancyMonths!: number;

  @IdColumn()
  interestExpenseGlAccountId!: number;

  @IdColumn()
  interestPayableGlAccountId!: number;

  @IdColumn()
  withholdingTaxPayableGlAccountId!: number;
}
