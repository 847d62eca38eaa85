import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, TenantEntity } from '../../common/database/columns';

/**
 * One row of a loan's schedule, with its due and paid amounts. Rows exist from disbursement on. A paid amount never
 * exceeds the due one. When a schedule is replaced, rows keep their paid part, and the unpaid rest moves to new rows
 * with higher numbers.
 */
@Entity()
@Index('uq_loan_instalment_number', ['institutionId', 'loanId', 'number'], { unique: true })
@Index('ix_loan_instalment_due', ['institutionId', 'dueDate', 'id'])
export class LoanInstalment extends TenantEntity {
  @IdColumn()
  loanId!: number;

  @IdColumn()
  contractId!: number;

  /** From 1, rising with the due date. */
  @Column({ type: 'integer' })
  number!: number;

  /**
   * The previous due date, or the start of the schedule. Interest of the period runs from it (exclusive) to the due
   * date.
   */
  @DateColumn()
  periodStart!: string;

  @DateColumn()
  dueDate!: string;

  @KoboColumn()
  openingBalanceKobo!: bigint;

  @KoboColumn()
  closingBalanceKobo!: bigint;

  /** Interest that the period earns, whenever it is due: unrounded kobo, the basis of daily income recognition. */
  @Column({ type: 'numeric', precision: 30, scale: 10 })
  earnedInterest!: string;

  /** Interest of the period that is capitalised on the due date instead of falling due. */
  @KoboColumn({ default: 0 })
  capitalisedKobo!: bigint;

  @KoboColumn()
  principalDueKobo!: bigint;

  @KoboColumn()
  interestDueKobo!: bigint;

  @KoboColumn({ default: 0 })
  feeDueKobo!: bigint;

  /** VAT within `feeDueKobo`. */
  @KoboColumn({ default: 0 })
  feeVatKobo!: bigint;

  /** Default interest charged so far. */
  @KoboColumn({ default: 0 })
  defaultDueKobo!: bigint;

  @KoboColumn({ default: 0 })
  penaltyDueKobo!: bigint;

  @KoboColumn({ default: 0 })
  principalPaidKobo!: bigint;

  @KoboColumn({ default: 0 })
  interestPaidKobo!: bigint;

  @KoboColumn({ default: 0 })
  feePaidKobo!: bigint;

  @KoboColumn({ default: 0 })
  defaultPaidKobo!: bigint;

  @KoboColumn({ default: 0 })
  penaltyPaidKobo!: bigint;

  /** Penalty that staff waived: it is no longer due, and is not charged again. */
  @KoboColumn({ default: 0 })
  penaltyWaivedKobo!: bigint;

  /** Unrounded default interest in kobo since the due date; charged once the grace period is over. */
  @Column({ type: 'numeric', precision: 30, scale: 10, default: 0 })
  arrearsInterest!: string;

  /** Last day counted in `arrearsInterest`; null before the first count, which starts from the due date. */
  @DateColumn({ nullable: true })
  arrearsThrough!: string | null;

  /** Day on which the row was paid in full. */
  @DateColumn({ nullable: true })
  paidDate!: string | null;
}
