import { Entity, PrimaryColumn } from 'typeorm';
import type { DocumentStorage } from '../../common/config/app-config';
import { DateColumn, IdColumn, InstantColumn, PrimaryIdColumn, TextColumn } from '../../common/database/columns';

/**
 * The sealed postings and entries of the closed business dates after one and up to another, usually one day
 * (docs/ledger-proof.md). Hashes are hexadecimal digits. Rows are added, never changed.
 */
@Entity()
export class LedgerSegment {
  @PrimaryIdColumn()
  institutionId!: number;

  /** The last business date of the segment. */
  @PrimaryColumn({ type: 'date' })
  through!: string;

  /** The last date of the segment before; null for the first segment, which has every earlier date. */
  @DateColumn({ nullable: true })
  after!: string | null;

  @IdColumn()
  postings!: number;

  @IdColumn()
  entries!: number;

  /** SHA-256 of the lines of the postings. */
  @TextColumn(64)
  postingsHash!: string;

  /** SHA-256 of the lines of the entries. */
  @TextColumn(64)
  entriesHash!: string;

  /** SHA-256 of the marks in the seal's file. */
  @TextColumn(64)
  marksHash!: string;

  /** The root of the segment before; null for the first. */
  @TextColumn(64, { nullable: true })
  previousRoot!: string | null;

  /** SHA-256 of the text of the segment. */
  @TextColumn(64)
  root!: string;

  /** The id of the signing key; null where the server has none. */
  @TextColumn(16, { nullable: true })
  keyId!: string | null;

  /** Ed25519 over the text of the seal, in base64; null without a key. */
  @TextColumn(100, { nullable: true })
  signature!: string | null;

  /** The time of the last posting up to `through`; the next segment's postings are found from it on. */
  @InstantColumn({ nullable: true })
  lastPostedAt!: Date | null;

  /** The store of the seal's file. */
  @TextColumn(10)
  storage!: DocumentStorage;

  @IdColumn()
  documentId!: number;

  @InstantColumn({ default: () => 'now()' })
  sealedAt!: Date;
}
