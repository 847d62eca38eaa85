import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * What is remembered behind the movements of one account, depositor, device or loan, up to the mark
 * (docs/domain/scenarios.md#behind). Its size is bounded.
 */
@Entity()
@Check('ck_aml_behind_record_form', 'num_nonnulls(record, packed) = 1')
export class AmlBehindRecord {
  @PrimaryIdColumn()
  institutionId!: number;

  /** `account`, `depositor`, `device` or `loan`. */
  @PrimaryColumn({ type: 'character varying', length: '10' })
  kind!: string;

  @PrimaryColumn({ type: 'character varying', length: '100' })
  subject!: string;

  /** The record of a depositor, device or loan, as JSON; of an account only where an earlier program wrote it. */
  @Column({ type: 'json', nullable: true })
  record!: object | null;

  /** The record of an account, as bytes. */
  @Column({ type: 'bytea', nullable: true })
  packed!: Buffer | null;

  /** The windows of an account as in `aml_window_state`, up to the mark. */
  @Column({ type: 'bytea', nullable: true })
  windows!: Buffer | null;
}
