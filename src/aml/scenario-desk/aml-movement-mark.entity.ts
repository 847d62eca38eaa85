import { Column, Entity } from 'typeorm';
import { IdColumn, PrimaryIdColumn } from '../../common/database/columns';

/**
 * How far the scenarios that run behind have read the movements of an institution. Every movement up to `readSeq` was
 * judged. Movements up to `seenSeq` can be read once no transaction is open that was open when they were seen: only
 * such a transaction can still add one among them.
 */
@Entity()
export class AmlMovementMark {
  @PrimaryIdColumn()
  institutionId!: number;

  @IdColumn()
  readSeq!: number;

  @IdColumn()
  seenSeq!: number;

  /** The number of a transaction that began after `seenSeq` was seen, as decimal text. */
  @Column({ type: 'bigint' })
  seenBefore!: string;
}
