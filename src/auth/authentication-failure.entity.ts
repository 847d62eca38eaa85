import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../common/database/columns';

/**
 * Wrong secrets in a row from one source for one client id, whether or not the client exists. The row belongs to no
 * institution and has no personal data, only a keyed hash and numbers.
 */
@Entity()
@Index('ix_authentication_failure_last_failed_at', ['lastFailedAt'])
export class AuthenticationFailure {
  /** Keyed hash of client id and source. */
  @PrimaryColumn({ type: 'character varying', length: '43' })
  attemptHash!: string;

  @Column({ type: 'integer' })
  failures!: number;

  @InstantColumn()
  lastFailedAt!: Date;

  @InstantColumn({ nullable: true })
  lockedUntil!: Date | null;
}
