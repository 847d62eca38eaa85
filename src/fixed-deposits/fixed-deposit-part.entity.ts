import { Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, KoboColumn, TenantEntity } from '../common/database/columns';

/** A part of a deposit's principal and the date from which it earns: the opening amount or a top-up. */
@Entity()
@Index('ix_fixed_deposit_part_deposit', ['institutionId', 'depositId', 'id'])
export class FixedDepositPart extends TenantEntity {
  @IdColumn()
  depositId!: number;

  /** The principal left in the part. */
  @KoboColumn()
  amountKobo!: bigint;

  @DateColumn()
  effectiveDate!: string;
}
