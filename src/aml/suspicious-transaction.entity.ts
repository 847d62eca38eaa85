import { Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { RuleDirection } from './aml-rule.entity';

/** The lasting record that a movement met a rule. It is never changed, whatever staff decide. */
@Entity()
@Index('ix_suspicious_transaction_created_at', ['institutionId', 'createdAt', 'id'])
export class SuspiciousTransaction extends TenantEntity {
  @IdColumn()
  holdId!: number;

  @IdColumn()
  approvalId!: number;

  @TextColumn(100)
  reference!: string;

  @TextColumn(120)
  actor!: string;

  @IdColumn()
  ruleId!: number;

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
