import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../common/database/columns';

/** Routing table: the institution of an API client, read at authentication before the institution is known. */
@Entity()
export class ClientDirectory {
  @PrimaryColumn({ type: 'character varying', length: '40' })
  clientId!: string;

  @IdColumn()
  institutionId!: number;
}
