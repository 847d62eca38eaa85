import { Column } from 'typeorm';
import { IdColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type {
  ArrearsBase,
  LoanComponent,
  MonthEnd,
  PenaltyBase,
  PenaltyKind,
  PrepaymentEffect,
} from './loan-enumerations';
import type { LedgerColumns, LoanLedgerRole } from './term-ledgers';

const RATE = { type: 'numeric', precision: 9, scale: 4 } as const;

/** Columns that a loan's contract copies from its product: arrears, form of the schedule, allocation and ledgers. */
export abstract class LoanTermColumns extends TenantEntity implements LedgerColumns<LoanLedgerRole> {
  /** Default interest on arrears, percent a year. */
  @Column(RATE)
  arrearsInterestRate!: string;

  @TextColumn(20)
  arrearsInterestBase!: ArrearsBase;

  /** Days past due without default interest. */
  @Column({ type: 'smallint' })
  failedRepaymentGracePeriod!: number;

  /** When false, default interest runs from the due date once the grace period is over. */
  @Column({ type: 'boolean' })
  arrearsInterestFromEndOfGrace!: boolean;

  @TextColumn(10)
  penaltyKind!: PenaltyKind;

  @KoboColumn({ nullable: true })
  penaltyAmountKobo!: bigint | null;

  @Column({ ...RATE, nullable: true })
  penaltyRate!: string | null;

  @TextColumn(20, { default: 'OverdueAmount' })
  penaltyBase!: PenaltyBase;

  @Column({ type: 'smallint' })
  penaltyGraceDays!: number;

  /** What the part of a repayment does that exceeds what is due. */
  @TextColumn(20, { default: 'PaysAhead' })
  prepaymentEffect!: PrepaymentEffect;

  /** Level instalments are a multiple of it. */
  @KoboColumn({ nullable: true })
  installmentMultipleKobo!: bigint | null;

  /** Spreads the difference of the last instalment over the others. */
  @Column({ type: 'boolean', default: false })
  emiSmoothing!: boolean;

  @TextColumn(5, { default: 'CLAMP' })
  monthEnd!: MonthEnd;

  /** Percent of the principal due with each instalment; the last takes the rest. */
  @Column({ ...RATE, nullable: true })
  principalPercentPerInstallment!: string | null;

  /** Percent of the principal that falls due on top of the last instalment. */
  @Column({ ...RATE, nullable: true })
  balloonPercent!: string | null;

  /** Past this many days overdue, interest accrues to suspense instead of income. */
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
