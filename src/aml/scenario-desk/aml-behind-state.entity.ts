import { Column, Entity } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/** The state of one account after the last movement that was judged behind (docs/domain/scenarios.md#windows). */
@Entity()
export class AmlBehindState {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  /** As `aml_window_state`, up to the mark. */
  @Column({ type: 'bytea' })
  windows!: Buffer;
}
