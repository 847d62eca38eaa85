import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';

export const RULE_DIRECTIONS = ['inflow', 'outflow'] as const;
export type RuleDirection = (typeof RULE_DIRECTIONS)[number];

export const RULE_ACTIONS = ['hold', 'hold-and-freeze'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/**
 * A rule that stops movements for review by staff (docs/api/aml-holds.md#rules). A movement must match every scope that
 * is set.
 */
@Entity()
@Index('ix_aml_rule_active', ['institutionId'], { where: 'active' })
export class AmlRule extends TenantEntity {
  @TextColumn(100)
  name!: string;

  @TextColumn(500, { nullable: true })
  description!: string | null;

  @TextColumn(10)
  direction!: RuleDirection;

  @KoboColumn()
  thresholdKobo!: bigint;

  @IdColumn({ nullable: true })
  productId!: number | null;

  @TextColumn(20, { nullable: true })
  productCode!: string | null;

  /** `Individual`, `Corporate` or `Group`. */
  @TextColumn(20, { nullable: true })
  customerType!: string | null;

  /** Id of the account of record; a GL account is screened only by a rule that names it here. */
  @IdColumn({ nullable: true })
  accountId!: number | null;

  @TextColumn(20, { nullable: true })
  accountNumber!: string | null;

  @TextColumn(20)
  action!: RuleAction;

  @Column({ type: 'boolean' })
  active!: boolean;

  @InstantColumn()
  createdAt!: Date;

  @InstantColumn()
  updatedAt!: Date;
}
