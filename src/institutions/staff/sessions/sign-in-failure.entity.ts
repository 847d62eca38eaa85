import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, PrimaryIdColumn } from '../../../common/database/columns';

/** Wrong passwords and codes in a row for one member from one network (docs/api/authentication.md#slow-down). */
@Entity()
export class SignInFailure {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  staffId!: number;

  /** `attemptSource` of the address. */
  @PrimaryColumn({ type: 'character varying', length: '45' })
  network!: string;

  @Column({ type: 'integer' })
  failures!: number;

  @InstantColumn()
  lastFailedAt!: Date;

  @InstantColumn({ nullable: true })
  lockedUntil!: Date | null;
}
