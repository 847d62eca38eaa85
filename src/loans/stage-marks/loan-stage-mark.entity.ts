import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** Reasons beside days past due for which staff hold a loan to be in a worse stage. */
export const STAGE_TRIGGERS = [
  'FinancialDifficulty',
  'Bankruptcy',
  'Litigation',
  'Fraud',
  'DeathOfBorrower',
  'CovenantBreach',
  'LossOfCollateral',
  'WatchList',
  'Other',
] as const;
export type StageTrigger = (typeof STAGE_TRIGGERS)[number];

/**
 * The stage that staff hold a loan to be in at least, by a qualitative trigger. A mark holds from its date until
 * another one takes its place or it is taken away (docs/domain/provisions.md#stage-marks).
 */
@Entity()
@Index('uq_loan_stage_mark', ['institutionId', 'loanId'], { unique: true, where: 'until IS NULL' })
export class LoanStageMark extends TenantEntity {
  @IdColumn()
  loanId!: number;

  @Column({ type: 'smallint' })
  stage!: 2 | 3;

  @TextColumn(30)
  stageTrigger!: StageTrigger;

  @TextColumn(500)
  reason!: string;

  /** Business date of the approval. */
  @DateColumn()
  since!: string;

  /** Business date on which it ended; null while it holds. */
  @DateColumn({ nullable: true })
  until!: string | null;

  @TextColumn(120)
  markedBy!: string;

  @TextColumn(120)
  approvedBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
