import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';

/** The states of a case (docs/api/cases.md#cases). A proposal that is returned is in progress again. */
export const CASE_STATUSES = ['open', 'in-progress', 'awaiting-information', 'proposed', 'closed'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const CASE_OUTCOMES = ['false-positive', 'no-action', 'monitored', 'restricted', 'exited', 'str-filed'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];
/** Outcomes that confirm the suspicion. The alerts of a closed case have its outcome as their reason. */
export const CONFIRMING_OUTCOMES = ['monitored', 'restricted', 'exited', 'str-filed'] as const satisfies CaseOutcome[];
/** The same as a list of SQL. */
export const CONFIRMING_OUTCOMES_SQL = `('${CONFIRMING_OUTCOMES.join("', '")}')`;

export const CASE_PRIORITIES = ['low', 'medium', 'high'] as const;
export type CasePriority = (typeof CASE_PRIORITIES)[number];

export const CASE_QUEUES = ['aml', 'fraud', 'names'] as const;
export type CaseQueue = (typeof CASE_QUEUES)[number];

/** The six questions that a report answers, as the officer has answered them so far. */
export const NARRATIVE_FIELDS = ['who', 'what', 'when', 'where', 'why', 'how'] as const;
export type Narrative = Partial<Record<(typeof NARRATIVE_FIELDS)[number], string>>;

/** An investigation of one customer, with the alerts that belong to it. At most one of a customer is not closed. */
@Entity()
@Index('uq_aml_case_open', ['institutionId', 'customerId'], { unique: true, where: `status <> 'closed'` })
@Index('ix_aml_case_status', ['institutionId', 'status', 'decisionDueAt', 'id'])
@Index('ix_aml_case_owner', ['institutionId', 'owner', 'id'], { where: 'owner IS NOT NULL' })
@Index('ix_aml_case_customer', ['institutionId', 'customerId', 'id'])
@Index('ix_aml_case_closed', ['institutionId', 'closedAt'], { where: 'closed_at IS NOT NULL' })
export class AmlCase extends TenantEntity {
  @IdColumn()
  customerId!: number;

  @TextColumn(20)
  status!: CaseStatus;

  @TextColumn(10)
  priority!: CasePriority;

  @TextColumn(10)
  queue!: CaseQueue;

  /** The customer's rating when the case was opened; null where there was none. */
  @TextColumn(10, { nullable: true })
  riskLevel!: string | null;

  /** Staff code of the officer; null while nobody has taken it. */
  @TextColumn(20, { nullable: true })
  owner!: string | null;

  @InstantColumn()
  touchDueAt!: Date;

  @InstantColumn()
  decisionDueAt!: Date;

  /** The first work of an officer on it. */
  @InstantColumn({ nullable: true })
  touchedAt!: Date | null;

  @InstantColumn({ nullable: true })
  escalatedAt!: Date | null;

  @Column({ type: 'jsonb', default: {} })
  narrative!: Narrative;

  @TextColumn(20, { nullable: true })
  outcome!: CaseOutcome | null;

  @TextColumn(40, { nullable: true })
  reasonCode!: string | null;

  @Column({ type: 'character varying', length: '4000', nullable: true })
  rationale!: string | null;

  @TextColumn(120, { nullable: true })
  proposedBy!: string | null;

  @InstantColumn({ nullable: true })
  proposedAt!: Date | null;

  @TextColumn(120, { nullable: true })
  closedBy!: string | null;

  @InstantColumn({ nullable: true })
  closedAt!: Date | null;

  /** Chosen for a second look after its closing. */
  @Column({ type: 'boolean', default: false })
  isSampled!: boolean;

  @TextColumn(120, { nullable: true })
  reviewedBy!: string | null;

  /** True where the second look agrees with the decision. */
  @Column({ type: 'boolean', nullable: true })
  reviewAgrees!: boolean | null;

  @TextColumn(120)
  openedBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
