import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, PrimaryIdColumn } from '../common/database/columns';

export type NumberSeriesName = 'account' | 'agent' | 'customer';

/**
 * The next unused serial number of a series of an institution. Processes take blocks of the busy series in separate
 * transactions, so no request waits for another one; these series have gaps.
 */
@Entity()
export class NumberSeries {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryColumn({ type: 'character varying', length: '20' })
  series!: NumberSeriesName;

  @IdColumn()
  nextSerial!: number;
}
