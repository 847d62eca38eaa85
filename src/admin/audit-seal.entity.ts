import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocumentStorage } from '../common/config/app-config';
import { IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../common/database/columns';

/**
 * The signature of one closed day of the audit log (docs/api/audit-and-operations.md#seals). Rows are added, never
 * changed; the signed text is also in the document store.
 */
@Entity()
export class AuditSeal {
  @PrimaryIdColumn()
  institutionId!: number;

  /** The calendar day in the institution's zone. */
  @PrimaryColumn({ type: 'date' })
  day!: string;

  /** The number after the previous seal; above `lastSeq` when the day has no rows. */
  @IdColumn()
  firstSeq!: number;

  @IdColumn()
  lastSeq!: number;

  /** The chain hash of `lastSeq`. */
  @Column({ type: 'bytea' })
  lastHash!: Buffer;

  /** The hash of the previous seal; null for the first. */
  @Column({ type: 'bytea', nullable: true })
  previousHash!: Buffer | null;

  /** SHA-256 of the signed text. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  /** The id of the signing key. */
  @TextColumn(16)
  keyId!: string;

  /** Ed25519 over the signed text. */
  @Column({ type: 'bytea' })
  signature!: Buffer;

  /** The store of the document with the signed text. */
  @TextColumn(10)
  storage!: DocumentStorage;

  @IdColumn()
  documentId!: number;

  @InstantColumn()
  sealedAt!: Date;
}
