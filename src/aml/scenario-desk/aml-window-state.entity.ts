import { Column, Entity } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * The windows of one account after its last posting, packed in 512 bytes, read and written under the account's lock
 * (docs/domain/scenarios.md#windows).
 */
@Entity()
export class AmlWindowState {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  @Column({ type: 'bytea' })
  state!: Buffer;
}
