import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * A piece of a document's content. Pieces are written before the document's row and read one by one, so that neither the
 * process nor the database has a file in memory whole.
 */
@Entity()
export class DocumentChunk {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  documentId!: number;

  /** From 0. */
  @PrimaryColumn({ type: 'integer' })
  sequence!: number;

  /** Stored uncompressed (migration): PDF, PNG and JPEG are compressed already. */
  @Column({ type: 'bytea' })
  bytes!: Buffer;
}
