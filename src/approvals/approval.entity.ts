import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { StoredMovement } from '../ledger/movements/stored-movement';

export const APPROVAL_STATUSES = ['Pending', 'Approved', 'Declined', 'Canceled'] as const;
/** A `Canceled` approval was taken back undecided, because its subject changed or ended. */
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The kinds of records whose approvals can be found by the record. */
export type ApprovalRecordKind = 'payout' | 'loan' | 'account';

/** A decision that staff must take. It is decided once and is final (docs/api/approvals.md#states). */
@Entity()
@Index('ix_approval_created_at', ['institutionId', 'createdAt', 'id'])
@Index('ix_approval_status', ['institutionId', 'status', 'createdAt'])
@Index('ix_approval_pending', ['institutionId', 'operation', 'createdAt'], { where: `status = 'Pending'` })
@Index('ix_approval_maker', ['institutionId', 'maker', 'status', 'createdAt'])
@Index('ix_approval_record', ['institutionId', 'recordKind', 'recordId', 'id'], { where: 'record_id IS NOT NULL' })
@Index('ix_approval_amount', ['institutionId', 'amountKobo', 'id'])
@Index('ix_approval_due', ['institutionId', 'dueAt', 'id'])
@Index('ix_approval_operation_due', ['institutionId', 'operation', 'dueAt', 'id'])
@Index('ix_approval_open_due', ['institutionId', 'dueAt', 'id'], {
  where: `status = 'Pending' AND escalated_at IS NULL`,
})
@Index('ix_approval_assignee', ['institutionId', 'assignee', 'status', 'createdAt'], { where: 'assignee IS NOT NULL' })
@Index('ix_approval_posting', ['institutionId', 'postingId'], { where: 'posting_id IS NOT NULL' })
export class Approval extends TenantEntity {
  /** The operation of the approval's subject, such as `local-transfer` or `release-aml-hold`. */
  @TextColumn(60)
  operation!: string;

  /** Title for staff. */
  @TextColumn(120)
  title!: string;

  @TextColumn(10)
  status!: ApprovalStatus;

  /** `api-client:ID` or `staff:ID`; the maker may not decide. */
  @TextColumn(120)
  maker!: string;

  @KoboColumn({ nullable: true })
  amountKobo!: bigint | null;

  @TextColumn(500)
  summary!: string;

  /** Number of different members of staff who must approve. */
  @Column({ type: 'smallint' })
  requiredCheckers!: number;

  /** The waiting posting; null when the approval is not about a movement. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  /** The kind of record that the decision is about, such as `payout`; null where the posting or the details say it. */
  @TextColumn(30, { nullable: true })
  recordKind!: ApprovalRecordKind | null;

  /** The id of that record. */
  @IdColumn({ nullable: true })
  recordId!: number | null;

  /** The movement that runs once approved; null when the subject carries the decision out itself. */
  @Column({ type: 'jsonb', nullable: true })
  movement!: StoredMovement | null;

  /** AML had released the movement before it was queued, so it is not screened again. */
  @Column({ type: 'boolean', default: false })
  released!: boolean;

  /** Facts that the subject needs at the decision, such as the id of the waiting row. */
  @Column({ type: 'jsonb', nullable: true })
  details!: Record<string, unknown> | null;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;

  /**
   * Time by which staff should decide it, in the institution's time. The database sets it when the row is inserted
   * (docs/api/approvals.md#due-times); null for approvals of earlier versions.
   */
  @InstantColumn({ nullable: true })
  dueAt!: Date | null;

  /** Time at which it was found overdue and mailed to who supervises. */
  @InstantColumn({ nullable: true })
  escalatedAt!: Date | null;

  /** The staff id of who is to decide it. */
  @TextColumn(60, { nullable: true })
  assignee!: string | null;

  /** The checker whose decision settled it, `staff:ID`; for a canceled approval, the actor whose change ended it. */
  @TextColumn(120, { nullable: true })
  decidedBy!: string | null;

  @InstantColumn({ nullable: true })
  decidedAt!: Date | null;

  /** Time at which the approved movement was handed to the ledger; the posting's status shows its result. */
  @InstantColumn({ nullable: true })
  ranAt!: Date | null;
}
