import { Column, Entity } from 'typeorm';
import { IdColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { InterestPayment } from './deposit-enumerations';
import type { DayCount } from './loan-enumerations';
import type { FixedDepositLedgerRole, LedgerColumns } from './term-ledgers';

const PERCENT = { type: 'numeric', precision: 9, scale: 4 } as const;

/** What a product of type `FixedDeposit` says about its deposits; the id is the product's. Percents are decimal text. */
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

  /** Percent of the accrued interest that is lost when a deposit is liquidated before it matures. */
  @Column(PERCENT)
  earlyLiquidationPenaltyPercent!: string;

  /** Percent of the interest paid. */
  @Column(PERCENT)
  withholdingTaxPercent!: string;

  /** The ways to pay interest that a deposit may choose from; the first is the default. */
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
