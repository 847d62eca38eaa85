import { Column, Entity } from 'typeorm';
import { IdColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { ArrearsBase, DayCount, LoanComponent, MoratoriumInterest, PenaltyKind } from './loan-enumerations';
import type { LedgerColumns, LoanLedgerRole } from './term-ledgers';

const RATE = { type: 'numeric', precision: 9, scale: 4 } as const;

/** What a product of type `Loan` or `GroupLoan` says about its loans; the id is the product's. Rates are decimal text in percent. */
@Entity()
export class LoanProductTerms extends TenantEntity implements LedgerColumns<LoanLedgerRole> {
  @KoboColumn()
  minPrincipalKobo!: bigint;

  @KoboColumn()
  maxPrincipalKobo!: bigint;

  /** In units of the repayment frequency. */
  @Column({ type: 'integer' })
  minTenure!: number;

  @Column({ type: 'integer' })
  maxTenure!: number;

  @Column({ type: 'smallint' })
  lendingModel!: number;

  @Column({ type: 'smallint' })
  rateBasis!: number;

  @Column({ type: 'smallint' })
  interestComputationModel!: number;

  @Column({ type: 'smallint' })
  principalRepaymentType!: number;

  @Column({ type: 'smallint' })
  principalRepaymentEvery!: number;

  @Column({ type: 'smallint' })
  principalRepaymentFrequency!: number;

  @Column({ type: 'smallint' })
  interestPaymentType!: number;

  @TextColumn(20)
  dayCount!: DayCount;

  @Column({ type: 'smallint' })
  moratorium!: number;

  /** Leading instalments without principal, interest or both; part of the tenure. */
  @Column({ type: 'smallint' })
  moratoriumPeriods!: number;

  @TextColumn(10)
  moratoriumInterest!: MoratoriumInterest;

  /** Default interest on arrears, percent a year. */
  @Column(RATE)
  arrearsInterestRate!: string;

  @TextColumn(20)
  arrearsInterestBase!: ArrearsBase;

  /** Days late without default interest. */
  @Column({ type: 'smallint' })
  failedRepaymentGracePeriod!: number;

  /** False: once the grace period is over, default interest is charged back to the due date. */
  @Column({ type: 'boolean' })
  arrearsInterestFromEndOfGrace!: boolean;

  @TextColumn(10)
  penaltyKind!: PenaltyKind;

  @KoboColumn({ nullable: true })
  penaltyAmountKobo!: bigint | null;

  @Column({ ...RATE, nullable: true })
  penaltyRate!: string | null;

  @Column({ type: 'smallint' })
  penaltyGraceDays!: number;

  /** From more days past due than this, interest accrues to suspense instead of income. */
  @Column({ type: 'smallint' })
  suspenseAfterDays!: number;

  /** The order in which a repayment pays the components of an instalment. */
  @Column({ type: 'text', array: true })
  allocationOrder!: LoanComponent[];

  @IdColumn()
  interestReceivableGlAccountId!: number;

  @IdColumn()
  feeReceivableGlAccountId!: number;

  @IdColumn()
  defaultReceivableGlAccountId!: number;

  @IdColumn()
  penaltyReceivableGlAccountId!: number;

  @IdColumn()
  unearnedInterestGlAccountId!: number;

  @IdColumn()
  interestInSuspenseGlAccountId!: number;

  @IdColumn()
  interestIncomeGlAccountId!: number;

  @IdColumn()
  defaultIncomeGlAccountId!: number;

  @IdColumn()
  penaltyIncomeGlAccountId!: number;

  @IdColumn()
  recoveryIncomeGlAccountId!: number;

  @IdColumn()
  loanLossGlAccountId!: number;
}
