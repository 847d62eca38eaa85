import { Entity, Index } from 'typeorm';
import { DigestColumn, IdColumn, InstantColumn, TenantEntity } from '../../common/database/columns';

/** A code that replaces a code of the authenticator app, once. Only its digest is stored. */
@Entity()
@Index('uq_staff_recovery_code_hash', ['institutionId', 'staffId', 'codeHash'], { unique: true })
export class StaffRecoveryCode extends TenantEntity {
  @IdColumn()
  staffId!: number;

  /** SHA-256 of the code as `oneTimeCodeHash` writes it; the code has 100 random bits, so it needs no slow hash. */
  @DigestColumn()
  codeHash!: string;

  @InstantColumn({ nullable: true })
  usedAt!: Date | null;
}
