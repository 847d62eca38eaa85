import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const API_CLIENT_STATUSES = ['Active', 'Inactive'] as const;
export type ApiClientStatus = (typeof API_CLIENT_STATUSES)[number];

/** An API client: the key pair of an integrator. */
@Entity()
@Index('uq_api_client_client_id', ['institutionId', 'clientId'], { unique: true })
export class ApiClient extends TenantEntity {
  /** The public part of the key pair. */
  @TextColumn(40)
  clientId!: string;

  /** SHA-256 of the secret. The secret has 256 random bits, so a slow hash would add no protection. */
  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  /** Tokens issued for an earlier secret are invalid. */
  @InstantColumn()
  secretChangedAt!: Date;

  @TextColumn(120)
  name!: string;

  @TextColumn(20)
  status!: ApiClientStatus;

  /** The corporate account that the client is bound to. */
  @TextColumn(20, { nullable: true })
  parentAccountNumber!: string | null;

  /** Accurate to one minute. */
  @InstantColumn({ nullable: true })
  lastUsedAt!: Date | null;

  @InstantColumn({ nullable: true })
  reactivatedAt!: Date | null;

  @InstantColumn()
  createdAt!: Date;
}
