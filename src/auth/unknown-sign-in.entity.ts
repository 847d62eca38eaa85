import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../common/database/columns';

/**
 * Attempts to sign in under names that nobody has, from one address in one hour. Such a name belongs to no institution
 * and is not kept, because it may be a password that was typed in the wrong field.
 */
@Entity()
@Index('ix_unknown_sign_in_hour', ['hour'])
export class UnknownSignIn {
  /** An IPv4 address, or the network of an IPv6 address. */
  @PrimaryColumn({ type: 'character varying', length: '45' })
  address!: string;

  /** The beginning of the hour. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  hour!: Date;

  @Column({ type: 'integer' })
  attempts!: number;

  @InstantColumn()
  lastAttemptAt!: Date;
}
