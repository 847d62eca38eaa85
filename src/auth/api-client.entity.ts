import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { ClientScope } from '../common/http/client-scopes';

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

  /** Tokens from before this time are invalid: the secret was replaced, or the client was reactivated. */
  @InstantColumn()
  secretChangedAt!: Date;

  /** The secret before the present one, while both are valid during a rotation. */
  @Column({ type: 'bytea', nullable: true })
  previousSecretHash!: Buffer | null;

  /** `secretChangedAt` as the previous secret's tokens name it. */
  @InstantColumn({ nullable: true })
  previousSecretChangedAt!: Date | null;

  /** The previous secret and its tokens end at this time. */
  @InstantColumn({ nullable: true })
  previousSecretEndsAt!: Date | null;

  @Column({ type: 'character varying', array: true })
  scopes!: ClientScope[];

  /** Addresses and networks from which the client may be used; empty when there is no restriction. */
  @Column({ type: 'character varying', array: true })
  allowedAddresses!: string[];

  /** The client and its tokens end at this time. */
  @InstantColumn({ nullable: true })
  expiresAt!: Date | null;

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
