import { Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, TenantEntity } from '../common/database/columns';

/** A part of a deposit's principal with the date from which it earns: what the term began with, and each top-up. */
@Entity()
@Index('ix_fixed_deposit_part_deposit', ['institutionId', 'depositId', 'id'])
export class FixedDepositPart extends TenantEntity {
  @IdColumn()
  depositId!: number;

  /** What is left of it. */
  @KoboColumn()
  amountKobo!: bigint;

  @DateColumn()
  effectiveDate!: string;
}
