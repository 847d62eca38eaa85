import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../../common/database/columns';

/** Routing table: the institution of a gateway key, read on a provider's callback before the institution is known. */
@Entity()
@Index('uq_gateway_key_directory_institution', ['institutionId', 'integration'], { unique: true })
export class GatewayKeyDirectory {
  /** A `GatewayFunction`, such as `card`. */
  @PrimaryColumn({ type: 'character varying', length: '20' })
  integration!: string;

  /** Keyed hash of the key. */
  @PrimaryColumn({ type: 'character varying', length: '43' })
  keyHash!: string;

  @IdColumn()
  institutionId!: number;
}
