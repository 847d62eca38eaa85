import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';

export const LOAN_TRANSACTION_KINDS = [
  'Disbursement',
  'Repayment',
  'EarlyRepayment',
  'Collection',
  'PartnerRecovery',
  'WriteOff',
  'Recovery',
  'Restructure',
  'SecurityDeposit',
  'Reversal',
  'Charge',
  'Waiver',
  'Refund',
] as const;
export type LoanTransactionKind = (typeof LOAN_TRANSACTION_KINDS)[number];

/** One entry in the transaction history of a loan, with the amount of each component. Append-only. */
@Entity()
@Index('ix_loan_transaction_loan', ['institutionId', 'loanId', 'id'])
@Index('ix_loan_transaction_recovery', ['institutionId', 'postingId'], { where: `kind = 'Recovery'` })
export class LoanTransaction extends TenantEntity {
  @IdColumn()
  loanId!: number;

  @TextColumn(20)
  kind!: LoanTransactionKind;

  /** Null where no money moved, as in a restructure without capitalisation. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  @TextColumn(100)
  reference!: string;

  @DateColumn()
  businessDate!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @KoboColumn({ default: 0 })
  principalKobo!: bigint;

  @KoboColumn({ default: 0 })
  interestKobo!: bigint;

  @KoboColumn({ default: 0 })
  feeKobo!: bigint;

  @KoboColumn({ default: 0 })
  defaultKobo!: bigint;

  @KoboColumn({ default: 0 })
  penaltyKobo!: bigint;

  /** Such as the schedule that a restructure replaced. */
  @Column({ type: 'jsonb', nullable: true })
  details!: Record<string, unknown> | null;

  @TextColumn(1000, { nullable: true })
  notes!: string | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
