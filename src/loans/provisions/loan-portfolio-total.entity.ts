import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KoboColumn, PrimaryIdColumn } from '../../common/database/columns';

/**
 * The sums of all positions of loans at the end of one business date, written with the positions, so that pages show
 * them without a read of every loan (docs/domain/provisions.md#positions).
 */
@Entity()
export class LoanPortfolioTotal {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'date' })
  date!: string;

  /** Number of loans with outstanding principal. */
  @Column({ type: 'integer' })
  loans!: number;

  @KoboColumn()
  principalKobo!: bigint;

  /** Principal of loans with an instalment that is overdue for more than 30 days. */
  @KoboColumn()
  atRisk30Kobo!: bigint;

  /** Principal of loans with an instalment that is overdue for more than 90 days. */
  @KoboColumn()
  atRisk90Kobo!: bigint;
}
