import { Column, Entity, Index } from 'typeorm';
import {
  DigestColumn,
  IdColumn,
  InstantColumn,
  KoboColumn,
  TenantEntity,
  TextColumn,
} from '../common/database/columns';
import type { AccountStatus } from '../ledger/engine/account-status';
import type { StoredMovement } from '../ledger/movements/stored-movement';
import type { RuleDirection } from './aml-rule.entity';
import type { HoldDecisionReason } from './hold-decision-reasons';

/**
 * `Approved` is released and waits for the client's retry or for the system to resume it; `Used` has been executed or
 * queued for approval; `Withdrawn` and `Expired` are releases that ended unused.
 */
export const HOLD_STATUSES = ['Held', 'Approved', 'Declined', 'Used', 'Withdrawn', 'Expired'] as const;
export type HoldStatusName = (typeof HOLD_STATUSES)[number];

/** An account that met what freezes of a hold. */
export interface FrozenAccount {
  accountId: number;
  accountNumber: string;
  /** The status before, which lifting the freeze restores; `Frozen` where the hold did not freeze it itself. */
  fromStatus: AccountStatus;
  lifted: boolean;
}

/** The accounts that a hold froze itself, without those that were frozen before. */
export function frozenBy({ frozenAccounts }: Pick<AmlHold, 'frozenAccounts'>): FrozenAccount[] {
  return frozenAccounts.filter(({ fromStatus }) => fromStatus !== 'Frozen');
}

/**
 * A movement that AML stopped, with the facts to review it and to execute it once it is released
 * (docs/ARCHITECTURE.md#aml-hold-and-release).
 */
@Entity()
@Index('uq_aml_hold_approval', ['institutionId', 'approvalId'], { unique: true })
@Index('uq_aml_hold_posting', ['institutionId', 'postingId'], { unique: true })
@Index('ix_aml_hold_executed', ['institutionId', 'executedRequestReference'], {
  where: 'executed_request_reference IS NOT NULL',
})
@Index('ix_aml_hold_open_account', ['institutionId', 'accountNumber'], { where: `status IN ('Held', 'Approved')` })
@Index('ix_aml_hold_held', ['institutionId', 'createdAt'], { where: `status = 'Held'` })
@Index('ix_aml_hold_amount', ['institutionId', 'amountKobo', 'id'])
@Index('ix_aml_hold_status', ['institutionId', 'status', 'createdAt', 'id'])
@Index('ix_aml_hold_rule', ['institutionId', 'ruleId', 'createdAt', 'id'])
@Index('ix_aml_hold_account', ['institutionId', 'accountNumber', 'createdAt', 'id'])
@Index('ix_aml_hold_repeat', ['institutionId', 'repeatOfId'], { where: 'repeat_of_id IS NOT NULL' })
@Index('ix_aml_hold_created_at', ['institutionId', 'createdAt', 'id'])
export class AmlHold extends TenantEntity {
  @IdColumn()
  approvalId!: number;

  /** The waiting posting, which the release executes. */
  @IdColumn()
  postingId!: number;

  /** Resource kind and business reference that the hold reserves. */
  @TextColumn(30)
  kind!: string;

  @TextColumn(100)
  reference!: string;

  @TextColumn(120)
  endpoint!: string;

  /** SHA-256 of the endpoint and the canonical payload, without amlApprovalReference and request-reference. */
  @DigestColumn()
  fingerprint!: string;

  @Column({ type: 'jsonb' })
  movement!: StoredMovement;

  /** The maker: `api-client:ID` or `staff:ID`. */
  @TextColumn(120)
  actor!: string;

  /** The rule; for a hold by a scenario the version of it, or the group of scenarios. */
  @IdColumn()
  ruleId!: number;

  @TextColumn(100)
  ruleName!: string;

  @TextColumn(10)
  direction!: RuleDirection;

  /** The account that met the rule. */
  @TextColumn(20)
  accountNumber!: string;

  @KoboColumn()
  amountKobo!: bigint;

  @KoboColumn()
  windowKobo!: bigint;

  /** 0 for a hold by a scenario, which has no single threshold. */
  @KoboColumn()
  thresholdKobo!: bigint;

  /** The scenario that held the movement, or `group:` and a group of them; null for a rule. Only AML staff see it. */
  @TextColumn(70, { nullable: true })
  scenarioCode!: string | null;

  /** 0 for a group. */
  @Column({ type: 'integer', nullable: true })
  scenarioVersion!: number | null;

  /**
   * The undecided hold of the same client, account and scenario or rule that this one repeats and is decided with; null
   * for a hold that is decided by itself (docs/api/aml-holds.md#repeats).
   */
  @IdColumn({ nullable: true })
  repeatOfId!: number | null;

  @TextColumn(500)
  reason!: string;

  @Column({ type: 'jsonb' })
  sourceAccounts!: string[];

  @Column({ type: 'jsonb' })
  destinationAccounts!: string[];

  /** Random part of the approval reference; it is no secret, because the reference also needs the server's key. */
  @TextColumn(64)
  nonce!: string;

  @TextColumn(10)
  status!: HoldStatusName;

  /** `client` when the client must send its request again, `system` when the release executes the movement. */
  @TextColumn(10)
  resumesBy!: 'client' | 'system';

  /** Staff had approved the movement before it was held, so it is not queued for approval again. */
  @Column({ type: 'boolean' })
  approved!: boolean;

  @InstantColumn()
  createdAt!: Date;

  /** `staff:ID`. */
  @TextColumn(120, { nullable: true })
  decidedBy!: string | null;

  @InstantColumn({ nullable: true })
  decidedAt!: Date | null;

  @TextColumn(500, { nullable: true })
  note!: string | null;

  @TextColumn(40, { nullable: true })
  decisionReason!: HoldDecisionReason | null;

  @InstantColumn({ nullable: true })
  usedAt!: Date | null;

  /** The accounts that met what freezes, also those that were frozen before (`frozenBy`). */
  @Column({ type: 'jsonb', default: [] })
  frozenAccounts!: FrozenAccount[];

  /** `staff:ID` who withdrew the release, or `system:aml` when it expired. */
  @TextColumn(120, { nullable: true })
  endedBy!: string | null;

  @InstantColumn({ nullable: true })
  endedAt!: Date | null;

  /** The reason of a withdrawal. */
  @TextColumn(500, { nullable: true })
  endNote!: string | null;

  /** Request reference of the retry that executed the movement. */
  @TextColumn(100, { nullable: true })
  executedRequestReference!: string | null;
}
