import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

export type Verdict = 'Approved' | 'Declined';

/** The decision of one member of staff on one approval: at most one decision each, never changed. */
@Entity()
export class ApprovalDecision {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  approvalId!: number;

  @PrimaryColumn({ type: 'character varying', length: '120' })
  staffId!: string;

  @TextColumn(10)
  verdict!: Verdict;

  @TextColumn(500, { nullable: true })
  note!: string | null;

  @InstantColumn()
  decidedAt!: Date;
}
