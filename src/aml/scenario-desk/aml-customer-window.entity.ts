import { Column, Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, PrimaryIdColumn } from '../../common/database/columns';
import type { ScenarioSpeed } from '../scenarios/scenario';

/**
 * The windows of one customer over all accounts, kept while a scenario in use reads them
 * (docs/domain/scenarios.md#customer-windows). Postings write the row of the speed `lock`, which they lock after their
 * accounts; the judgement behind them writes the other one.
 */
@Entity()
export class AmlCustomerWindow {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  customerId!: number;

  @PrimaryColumn({ type: 'character varying', length: '10' })
  speed!: ScenarioSpeed;

  /** `institution.customer_windows_since` when the row was built; with another number it is out of date. */
  @IdColumn()
  since!: number;

  /** 512 bytes, as those of an account. */
  @Column({ type: 'bytea' })
  state!: Buffer;
}
