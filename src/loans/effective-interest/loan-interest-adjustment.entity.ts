import { Entity, Index, PrimaryColumn } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, PrimaryIdColumn } from '../../common/database/columns';
import { NO_END } from '../provisions/loan-position.entity';

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
