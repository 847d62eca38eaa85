import { Column, Entity } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

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
