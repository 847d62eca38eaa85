import { Column } from 'typeorm';
import { IdColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { ArrearsBase, LoanComponent, PenaltyKind } from './loan-enumerations';
import type { LedgerColumns, LoanLedgerRole } from './term-ledgers';

const RATE = { type: 'numeric', precision: 9, scale: 4 } as const;

/** What a loan's contract takes over from its product column by column: arrears, the order of payment, and the books. */
export abstract class LoanTermColumns extends TenantEntity implements LedgerColumns<LoanLedgerRole> {
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
