import { Column, Entity, Index } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';
import type { SuspenseChange } from '../accrual/non-performing';
import type { LoanClassification } from '../contract/loan.entity';

/** One change of the treatment of a loan's income, with what it moved to suspense. Append-only. */
@Entity()
@Index('ix_loan_suspense_loan', ['institutionId', 'loanId', 'id'])
@Index('ix_loan_suspense_date', ['institutionId', 'businessDate', 'id'])
export class LoanSuspense extends TenantEntity {
  @IdColumn()
  loanId!: number;

  @TextColumn(10)
  kind!: SuspenseChange;

  @DateColumn()
  businessDate!: string;

  @TextColumn(20)
  classification!: LoanClassification;

  @Column({ type: 'integer' })
  daysPastDue!: number;

  /** Income moved to suspense, by component; 0 for every kind but `Suspend`. */
  @KoboColumn()
  interestKobo!: bigint;

  @KoboColumn()
  feeKobo!: bigint;

  @KoboColumn()
  defaultKobo!: bigint;

  @KoboColumn()
  penaltyKobo!: bigint;

  /** The part that was income of an earlier year, and is reversed in this one. */
  @KoboColumn()
  earlierYearsKobo!: bigint;

  /** Null when nothing was moved. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  @InstantColumn()
  createdAt!: Date;
}
