import { Entity, PrimaryColumn } from 'typeorm';
import { KoboColumn, PrimaryIdColumn } from '../../common/database/columns';

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
