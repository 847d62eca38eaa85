import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn } from '../../common/database/columns';

/**
 * What is remembered behind the movements of one account, depositor, device or loan, up to the mark
 * (docs/domain/scenarios.md#behind). Its size is bounded.
 */
@Entity()
export class AmlBehindRecord {
  @PrimaryIdColumn()
  institutionId!: number;

  /** `account`, `depositor`, `device` or `loan`. */
  @PrimaryColumn({ type: 'character varying', length: '10' })
  kind!: string;

  @PrimaryColumn({ type: 'character varying', length: '100' })
  subject!: string;

  @Column({ type: 'json' })
  record!: object;
}
