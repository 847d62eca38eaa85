import { Column, Entity } from 'typeorm';
import { KoboColumn, TextColumn } from '../../common/database/columns';
import type { DayCount, MoratoriumInterest } from './loan-enumerations';
import { LoanTermColumns } from './loan-term-columns';

/** Terms of a product of type `Loan` or `GroupLoan`. The id is the product's. Rates are percent as decimal text. */
@Entity()
export class LoanProductTerms extends LoanTermColumns {
  @KoboColumn()
  minPrincipalKobo!: bigint;

  @KoboColumn()
  maxPrincipalKobo!: bigint;

  /** In units of `principalRepaymentFrequency`. */
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

  /** Units of the frequency between two payments of interest; null: with the principal. */
  @Column({ type: 'smallint', nullable: true })
  interestPaymentEvery!: number | null;

  /** Bounds of a rate that a request or an officer agrees; null: none. */
  @Column({ type: 'numeric', precision: 9, scale: 4, nullable: true })
  minInterestRate!: string | null;

  @Column({ type: 'numeric', precision: 9, scale: 4, nullable: true })
  maxInterestRate!: string | null;

  @TextColumn(20)
  dayCount!: DayCount;

  @Column({ type: 'smallint' })
  moratorium!: number;

  /** Leading instalments without principal, interest or both. They are part of the tenure. */
  @Column({ type: 'smallint' })
  moratoriumPeriods!: number;

  @TextColumn(10)
  moratoriumInterest!: MoratoriumInterest;
}
