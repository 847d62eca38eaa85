import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { StoredMovement } from '../ledger/movements/stored-movement';

export const APPROVAL_STATUSES = ['Pending', 'Approved', 'Declined', 'Canceled'] as const;
/** `Canceled` is what was taken back undecided, because what it was about has changed or ended. */
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** One decision that staff must take, whatever it is about (design §6). Decided once, for good. */
@Entity()
@Index('ix_approval_created_at', ['institutionId', 'createdAt', 'id'])
@Index('ix_approval_status', ['institutionId', 'status', 'createdAt'])
@Index('ix_approval_posting', ['institutionId', 'postingId'], { where: 'posting_id IS NOT NULL' })
export class Approval extends TenantEntity {
  /** Names the subject that knows what a decision means, such as `local-transfer` or `release-aml-hold`. */
  @TextColumn(60)
  operation!: string;

  /** What staff read. */
  @TextColumn(120)
  title!: string;

  @TextColumn(10)
  status!: ApprovalStatus;

  /** `api-client:ID` or `staff:ID`; may not decide. */
  @TextColumn(120)
  maker!: string;

  @KoboColumn({ nullable: true })
  amountKobo!: bigint | null;

  @TextColumn(500)
  summary!: string;

  /** How many different members of staff must approve. */
  @Column({ type: 'smallint' })
  requiredCheckers!: number;

  /** The posting that waits; null when something else does. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  /** What runs once approved; null when the subject does the work itself. */
  @Column({ type: 'jsonb', nullable: true })
  movement!: StoredMovement | null;

  /** AML had released the movement before it was queued, so it is not screened again. */
  @Column({ type: 'boolean', default: false })
  released!: boolean;

  /** Facts that the subject needs at the decision, such as the id of what waits. */
  @Column({ type: 'jsonb', nullable: true })
  details!: Record<string, unknown> | null;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;

  /** The member of staff whose decision settled it, `staff:ID`; of a canceled one, whoever made it pointless. */
  @TextColumn(120, { nullable: true })
  decidedBy!: string | null;

  @InstantColumn({ nullable: true })
  decidedAt!: Date | null;

  /** When the approved movement was handed to the ledger; what became of it is the posting's status. */
  @InstantColumn({ nullable: true })
  ranAt!: Date | null;
}
