import { Entity, Index } from 'typeorm';
import { DateColumn, KoboColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * The amounts that one API client may move, and what it has moved today. Only a client with such an amount has a row,
 * so batches of other clients lock and write nothing here (docs/api/authentication.md#amounts).
 */
@Entity()
@Index('uq_api_client_limit_client_id', ['institutionId', 'clientId'], { unique: true })
export class ApiClientLimit extends TenantEntity {
  /** The public part of the client's key pair. */
  @TextColumn(40)
  clientId!: string;

  /** The most that one call may move; null for no limit. */
  @KoboColumn({ nullable: true })
  perCallKobo!: bigint | null;

  /** The most that all calls of a day may move together; null for no limit. */
  @KoboColumn({ nullable: true })
  perDayKobo!: bigint | null;

  /** Amount that counted on `usedOn`, a calendar date in the institution's time zone. */
  @KoboColumn({ default: 0 })
  usedKobo!: bigint;

  @DateColumn({ nullable: true })
  usedOn!: string | null;
}
