import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  DateColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TenantEntity,
  TextColumn,
} from '../../common/database/columns';
import { NO_END } from '../provisions/loan-position.entity';

/** Effective rate of a loan as it was agreed. */
@Entity()
export class LoanEffectiveRate {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  loanId!: number;

  /** Percent a year; 0 for a loan that pays out nothing. */
  @Column({ type: 'numeric', precision: 18, scale: 8 })
  ratePercent!: string;
}

/** What a loan that keeps to its plan has deferred at the end of a month (`PlanPoint`). */
@Entity()
export class LoanEffectivePlan {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'date' })
  monthEnd!: string;

  @PrimaryIdColumn()
  loanId!: number;

  @KoboColumn()
  deferredKobo!: bigint;

  @KoboColumn()
  principalKobo!: bigint;
}

/**
 * The adjustments of a loan's interest that IFRS 9 asks for, at the end of a month. A row is added only when a figure
 * differs from the row before, which then ends (docs/domain/provisions.md#effective-interest).
 */
@Entity()
@Index('ix_loan_interest_adjustment_until', ['institutionId', 'until', 'date'])
export class LoanInterestAdjustment {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  loanId!: number;

  @PrimaryColumn({ type: 'date' })
  date!: string;

  @DateColumn({ default: NO_END })
  until!: string;

  @IdColumn()
  branchId!: number;

  @IdColumn()
  productId!: number;

  /** Income of the contract that is income later; below 0 income that the contract has later. */
  @KoboColumn()
  deferredKobo!: bigint;

  /** Interest in suspense of a loan in stage 3 that is interest on its net amount. */
  @KoboColumn()
  stage3Kobo!: bigint;
}

export type InterestAdjustmentKind = 'Deferred' | 'Stage3';

/** An account of record of the adjustments: one for each branch, product and kind. The id is the account's. */
@Entity()
@Index('uq_loan_interest_account', ['institutionId', 'branchId', 'productId', 'kind'], { unique: true })
export class LoanInterestAccount extends TenantEntity {
  @IdColumn()
  branchId!: number;

  @IdColumn()
  productId!: number;

  @TextColumn(10)
  kind!: InterestAdjustmentKind;
}
