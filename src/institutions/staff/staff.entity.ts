import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

export const STAFF_STATUSES = ['Active', 'Inactive', 'Suspended'] as const;
export type StaffStatus = (typeof STAFF_STATUSES)[number];

/**
 * A member of staff, account officers included. Never deleted, because accounts, approvals and the audit log refer to
 * it.
 */
@Entity()
@Index('uq_staff_staff_code', ['institutionId', 'staffID'], { unique: true })
@Index('uq_staff_email', ['institutionId', 'email'], { unique: true })
export class Staff extends TenantEntity {
  /** The institution's own code for the member, such as `STF001`. */
  @Column({ name: 'staff_code', type: 'character varying', length: '20' })
  staffID!: string;

  @TextColumn(250)
  name!: string;

  /** `searchName` of the name. */
  @TextColumn(250)
  searchName!: string;

  @IdColumn()
  branchId!: number;

  /** Lower case; unique over all institutions through the staff directory. */
  @TextColumn(250)
  email!: string;

  @TextColumn(20)
  status!: StaffStatus;

  /** Argon2id; null for staff who do not sign in. */
  @TextColumn(200, { nullable: true })
  passwordHash!: string | null;

  /** Sessions that began before it are invalid. */
  @InstantColumn({ nullable: true })
  passwordChangedAt!: Date | null;

  /** Wrong passwords and codes in a row from all addresses from which the member does not usually sign in. */
  @Column({ type: 'integer', default: 0 })
  failedSignIns!: number;

  @InstantColumn({ nullable: true })
  lastFailedSignInAt!: Date | null;

  /** Until then nobody signs in from a new address without a second factor. */
  @InstantColumn({ nullable: true })
  lockedUntil!: Date | null;

  @InstantColumn({ nullable: true })
  lastSignInAt!: Date | null;

  @InstantColumn()
  createdAt!: Date;
}
