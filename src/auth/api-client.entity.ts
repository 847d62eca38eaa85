import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const API_CLIENT_STATUSES = ['Active', 'Inactive'] as const;
export type ApiClientStatus = (typeof API_CLIENT_STATUSES)[number];

/** An integrator's key pair. */
@Entity()
@Index('uq_api_client_client_id', ['institutionId', 'clientId'], { unique: true })
export class ApiClient extends TenantEntity {
  /** The public half. */
  @TextColumn(40)
  clientId!: string;

  /** SHA-256 of the secret, which is 256 random bits: a slow hash would protect it no better. */
  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  /** Tokens issued before it are over. */
  @InstantColumn()
  secretChangedAt!: Date;

  @TextColumn(120)
  name!: string;

  @TextColumn(20)
  status!: ApiClientStatus;

  /** The corporate account the key is bound to. */
  @TextColumn(20, { nullable: true })
  parentAccountNumber!: string | null;

  /** Exact to a minute. */
  @InstantColumn({ nullable: true })
  lastUsedAt!: Date | null;

  @InstantColumn({ nullable: true })
  reactivatedAt!: Date | null;

  @InstantColumn()
  createdAt!: Date;
}
