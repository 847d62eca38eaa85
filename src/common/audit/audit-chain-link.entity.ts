import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, PrimaryIdColumn } from '../database/columns';

/**
 * The number and the hashes of a row of the audit log, given after its commit
 * (docs/api/audit-and-operations.md#the-chain). Rows are added, never changed.
 */
@Entity('audit_chain')
@Index('uq_audit_chain_audit_log_id', ['institutionId', 'auditLogId'], { unique: true })
export class AuditChainLink {
  @PrimaryIdColumn()
  institutionId!: number;

  /** 1, 2, 3 and so on, without gaps. */
  @PrimaryIdColumn()
  seq!: number;

  @IdColumn()
  auditLogId!: number;

  /** SHA-256 of the row's stored columns. */
  @Column({ type: 'bytea' })
  rowHash!: Buffer;

  /** SHA-256 of the number, the row's hash and the chain hash before it. */
  @Column({ type: 'bytea' })
  chainHash!: Buffer;

  @InstantColumn({ default: () => 'clock_timestamp()' })
  sequencedAt!: Date;
}
