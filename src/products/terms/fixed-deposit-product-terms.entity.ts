import { Column, Entity } from 'typeorm';
import { IdColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { InterestPayment } from './deposit-enumerations';
import type { DayCount } from './loan-enumerations';
import type { FixedDepositLedgerRole, LedgerColumns } from './term-ledgers';

const PERCENT = { type: 'numeric', precision: 9, scale: 4 } as const;

/** Terms of a product of type `FixedDeposit`. The id is the product's. Percentages are decimal text. */
@Entity()
export class FixedDepositProductTerms extends TenantEntity implements LedgerColumns<FixedDepositLedgerRole> {
  @KoboColumn()
  minPrincipalKobo!: bigint;

  @KoboColumn()
  maxPrincipalKobo!: bigint;

  @Column({ type: 'integer' })
  minTenureDays!: number;

  @Column({ type: 'integer' })
  maxTenureDays!: number;

  @TextColumn(20)
  dayCount!: DayCount;

  /** Percent of the accrued interest that the customer loses by liquidation before maturity. */
  @Column(PERCENT)
  earlyLiquidationPenaltyPercent!: string;

  /** Percent of the interest paid. */
  @Column(PERCENT)
  withholdingTaxPercent!: string;

  /** The interest payments that a deposit can choose from, the default first. */
  @Column({ type: 'text', array: true })
  interestPayments!: InterestPayment[];

  @IdColumn()
  interestExpenseGlAccountId!: number;

  @IdColumn()
  interestPayableGlAccountId!: number;

  @IdColumn()
  prepaidInterestGlAccountId!: number;

  @IdColumn()
  withholdingTaxPayableGlAccountId!: number;
}
