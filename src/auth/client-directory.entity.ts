import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../common/database/columns';

/** Routing table: whose API client this is, read at authentication before the institution is known. */
@Entity()
export class ClientDirectory {
  @PrimaryColumn({ type: 'character varying', length: '40' })
  clientId!: string;

  @IdColumn()
  institutionId!: number;
}
