import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** The authenticator app of a member of staff (docs/api/staff-sessions.md#second-factor). One for each member. */
@Entity()
@Index('uq_staff_second_factor_member', ['institutionId', 'staffId'], { unique: true })
export class StaffSecondFactor extends TenantEntity {
  @IdColumn()
  staffId!: number;

  /** The secret shared with the app, sealed with the master key and bound to the member. */
  @TextColumn(300)
  sealedSecret!: string;

  @InstantColumn()
  createdAt!: Date;

  /** The time from which codes are demanded; null until the first right code. */
  @InstantColumn({ nullable: true })
  confirmedAt!: Date | null;

  /** The time step of the last accepted code: this code and earlier ones work no more. */
  @IdColumn({ default: 0 })
  lastUsedStep!: number;

  /** Wrong codes in a row after a right password. */
  @Column({ type: 'integer', default: 0 })
  wrongCodes!: number;

  @InstantColumn({ nullable: true })
  lockedUntil!: Date | null;
}
