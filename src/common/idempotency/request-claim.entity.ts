import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DigestColumn, IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../database/columns';

/**
 * One answered request: its reference, its caller, its fingerprint and the answer. Written in the transaction that did
 * the work, so that a crash never leaves a claim without its work (`docs/ARCHITECTURE.md#idempotency`). Kept 30 days.
 */
@Entity()
@Index('ix_request_claim_created_at', ['createdAt'], { type: 'brin' })
@Index('ix_request_claim_posting', ['institutionId', 'postingId'], { where: 'posting_id IS NOT NULL' })
export class RequestClaim {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '100' })
  reference!: string;

  /**
   * The AML hold that a retry continues; 0 for every other request, so that a retry may carry the old or a new
   * reference.
   */
  @PrimaryIdColumn()
  holdId!: number;

  @TextColumn(120)
  actor!: string;

  @TextColumn(120)
  endpoint!: string;

  /** SHA-256 of the endpoint and the canonical payload. */
  @DigestColumn()
  fingerprint!: string;

  @Column({ type: 'smallint' })
  httpStatus!: number;

  /** The envelope as JSON; sealed when it holds a secret. */
  @Column({ type: 'text' })
  response!: string;

  @Column({ type: 'boolean' })
  sealed!: boolean;

  /** The posting of a movement that waits; null once it is decided, and for every other request. */
  @IdColumn({ nullable: true })
  postingId!: number | null;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;
}
