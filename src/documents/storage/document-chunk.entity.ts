import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * A piece of a document's content. Pieces are written before the document's row and read one by one, so that neither
 * the process nor the database has a whole file in memory.
 */
@Entity()
export class DocumentChunk {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  documentId!: number;

  /** Position of the piece, from 0. */
  @PrimaryColumn({ type: 'integer' })
  sequence!: number;

  /** Stored without compression (set by the migration), because PDF, PNG and JPEG are compressed already. */
  @Column({ type: 'bytea' })
  bytes!: Buffer;
}
