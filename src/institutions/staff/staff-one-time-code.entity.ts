import { Entity, Index } from 'typeorm';
import { DigestColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * The reason for a code: a colleague issued it, its owner forgot the password, an operator recovers an access, or an
 * operator opens the institution.
 */
export type OneTimeCodePurpose = 'issued-by-staff' | 'forgotten-password' | 'operator-recovery' | 'institution-opening';

/** A code with which a member of staff sets a password, once. Only its digest is stored. */
@Entity()
@Index('uq_staff_one_time_code_hash', ['institutionId', 'staffId', 'codeHash'], { unique: true })
export class StaffOneTimeCode extends TenantEntity {
  /** `id` of the member. */
  @IdColumn()
  staffId!: number;

  @TextColumn(30)
  purpose!: OneTimeCodePurpose;

  /** SHA-256 of the code as `oneTimeCodeHash` writes it; the code has 100 random bits, so it needs no slow hash. */
  @DigestColumn()
  codeHash!: string;

  @InstantColumn()
  expiresAt!: Date;

  @InstantColumn({ nullable: true })
  usedAt!: Date | null;
}
