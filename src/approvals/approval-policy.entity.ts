import { Check, Column, Entity, Index } from 'typeorm';
import { InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const MAX_CHECKERS = 5;

/** The rule that an operation needs checkers, for every amount or from an amount upwards. */
@Entity()
@Index('ix_approval_policy_operation', ['institutionId', 'operation'])
@Check('ck_approval_policy_checkers', `required_checkers BETWEEN 1 AND 5`)
export class ApprovalPolicy extends TenantEntity {
  @TextColumn(60)
  operation!: string;

  /** The smallest amount that needs an approval; null for every amount. */
  @KoboColumn({ nullable: true })
  amountFloorKobo!: bigint | null;

  @Column({ type: 'smallint' })
  requiredCheckers!: number;

  @Column({ type: 'boolean' })
  active!: boolean;

  @InstantColumn({ default: () => 'now()' })
  createdAt!: Date;
}
