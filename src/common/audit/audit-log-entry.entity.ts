import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn, WRITING_TRANSACTION } from '../database/columns';

/** An action of staff, a client or the system, kept for auditors. Rows are added, never changed. */
@Entity('audit_log')
@Index('ix_audit_log_at', ['institutionId', 'at', 'id'])
@Index('ix_audit_log_subject', ['institutionId', 'subject', 'at', 'id'])
@Index('ix_audit_log_actor', ['institutionId', 'actor', 'at', 'id'])
@Index('ix_audit_log_address', ['institutionId', 'address', 'at', 'id'], { where: 'address IS NOT NULL' })
@Index('ix_audit_log_session', ['institutionId', 'sessionId', 'at', 'id'], { where: 'session_id IS NOT NULL' })
@Index('ix_audit_log_written_in', ['institutionId', 'writtenIn', 'id'], { where: 'written_in IS NOT NULL' })
@Index('ix_audit_log_correlation', ['institutionId', 'correlationId', 'at', 'id'], {
  where: 'correlation_id IS NOT NULL',
})
@Index('ix_audit_log_subject_prefix', { synchronize: false })
export class AuditLogEntry extends TenantEntity {
  /** `api-client:ID`, `staff:ID` or `system:NAME`. */
  @TextColumn(120)
  actor!: string;

  /** The action, such as `branch.create`. */
  @TextColumn(60)
  action!: string;

  /** The object of the action, such as `branch:BR01`. */
  @TextColumn(200)
  subject!: string;

  @Column({ type: 'jsonb' })
  details!: object;

  @TextColumn(100, { nullable: true })
  correlationId!: string | null;

  /** The network address of the caller; null for the system. */
  @TextColumn(45, { nullable: true })
  address!: string | null;

  /** The staff session of the caller, where there is one. */
  @IdColumn({ nullable: true })
  sessionId!: number | null;

  @InstantColumn()
  at!: Date;

  /** The transaction that wrote the row, from which the sequencer knows the order; null for rows before it. */
  @IdColumn({ nullable: true, default: () => WRITING_TRANSACTION, insert: false, update: false })
  writtenIn!: number | null;
}
