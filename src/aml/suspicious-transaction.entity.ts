import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { RuleDirection } from './aml-rule.entity';

/**
 * The lasting record that a movement met a rule, or that card spending reached the alert amount. It is never changed,
 * whatever staff decide.
 */
@Entity()
@Index('ix_suspicious_transaction_created_at', ['institutionId', 'createdAt', 'id'])
export class SuspiciousTransaction extends TenantEntity {
  /** Null when the movement was posted and not held (docs/api/aml-holds.md#what-is-screened). */
  @IdColumn({ nullable: true })
  holdId!: number | null;

  /** Null when there is no hold. */
  @IdColumn({ nullable: true })
  approvalId!: number | null;

  @TextColumn(100)
  reference!: string;

  @TextColumn(120)
  actor!: string;

  /** Null when a setting and not a rule was met; `ruleName` is then the key of the setting. */
  @IdColumn({ nullable: true })
  ruleId!: number | null;

  @TextColumn(100)
  ruleName!: string;

  @TextColumn(10)
  direction!: RuleDirection;

  @TextColumn(20)
  accountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @KoboColumn()
  windowKobo!: bigint;

  @KoboColumn()
  thresholdKobo!: bigint;

  @TextColumn(500)
  reason!: string;

  @InstantColumn()
  createdAt!: Date;
}
