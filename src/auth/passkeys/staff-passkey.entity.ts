import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** A passkey of a member of staff: the public half of a key that the member's device keeps (docs/api/passkeys.md). */
@Entity()
@Index('uq_staff_passkey_credential', ['institutionId', 'credentialId'], { unique: true })
@Index('ix_staff_passkey_staff', ['institutionId', 'staffId'])
export class StaffPasskey extends TenantEntity {
  @IdColumn()
  staffId!: number;

  /** As the device names the key, in base64url. */
  @TextColumn(1400)
  credentialId!: string;

  /** A COSE key, in base64url. */
  @TextColumn(4000)
  publicKey!: string;

  /** How often the device has used the key; 0 of devices that do not count. */
  @IdColumn()
  counter!: number;

  /** How browsers reach the device, such as `internal`. */
  @Column({ type: 'character varying', array: true })
  transports!: string[];

  /** The member's name for the device. */
  @TextColumn(60)
  label!: string;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn({ nullable: true })
  lastUsedAt!: Date | null;
}
