import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../../common/database/columns';

/** How surely a session belongs to its member: by the password alone, or by the password and a second factor. */
export const ASSURANCE_LEVELS = ['password', 'second-factor'] as const;
export type AssuranceLevel = (typeof ASSURANCE_LEVELS)[number];

/** The reason why a session ended before its time. */
export type SessionEnd =
  'sign-out' | 'ended-by-owner' | 'ended-by-colleague' | 'password-changed' | 'deactivated' | 'wrong-proofs' | 'idle';

/** A session of a member of staff: one sign-in and its token (docs/api/staff-sessions.md#sessions). */
@Entity()
@Index('ix_staff_session_member', ['institutionId', 'staffId', 'expiresAt'])
@Index('ix_staff_session_network', ['institutionId', 'staffId', 'network', 'createdAt'])
export class StaffSession extends TenantEntity {
  @IdColumn()
  staffId!: number;

  @InstantColumn()
  createdAt!: Date;

  /** Accurate to one minute. */
  @InstantColumn()
  lastSeenAt!: Date;

  /** The end of the token. */
  @InstantColumn()
  expiresAt!: Date;

  /** IP address of the sign-in. */
  @TextColumn(45)
  address!: string;

  /** `attemptSource` of the address: a later sign-in from the same network comes from a known address. */
  @TextColumn(45)
  network!: string;

  @TextColumn(200)
  userAgent!: string;

  @TextColumn(20)
  assurance!: AssuranceLevel;

  /** The last proof by password or code; null when the session must prove itself again. */
  @InstantColumn({ nullable: true })
  steppedUpAt!: Date | null;

  /**
   * The last request that a person caused, accurate to 15 seconds; null for a session whose token is sent in
   * `Authorization`, which has no idle end.
   */
  @InstantColumn({ nullable: true })
  lastActiveAt!: Date | null;

  /** The time of the newest token of a console session, which each proof replaces; null for other sessions. */
  @InstantColumn({ nullable: true })
  tokenSince!: Date | null;

  /** Wrong proofs in a row. */
  @Column({ type: 'integer', default: 0 })
  wrongProofs!: number;

  @InstantColumn({ nullable: true })
  endedAt!: Date | null;

  /** As in audit columns, such as `staff:STF001`. */
  @TextColumn(120, { nullable: true })
  endedBy!: string | null;

  @TextColumn(30, { nullable: true })
  endReason!: SessionEnd | null;
}
