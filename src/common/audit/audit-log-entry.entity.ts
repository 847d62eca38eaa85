import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../database/columns';

/** An action of staff, a client or the system, kept for auditors. Rows are added, never changed. */
@Entity('audit_log')
@Index('ix_audit_log_at', ['institutionId', 'at', 'id'])
@Index('ix_audit_log_subject', ['institutionId', 'subject', 'at', 'id'])
@Index('ix_audit_log_actor', ['institutionId', 'actor', 'at', 'id'])
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

  @InstantColumn()
  at!: Date;
}
