import { Column, type ColumnOptions, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** The record that an alert is about. */
export const ALERT_SUBJECTS = ['customer', 'account'] as const;
export type AlertSubject = (typeof ALERT_SUBJECTS)[number];

/**
 * Where an alert comes from: a scenario, the screening of names, a rule whose movement was held, a rule whose movement
 * was posted, or a complaint about fraud.
 */
export const ALERT_SOURCES = ['scenario', 'name-screening', 'hold', 'rule', 'complaint'] as const;
export type AlertSource = (typeof ALERT_SOURCES)[number];

/** `new` was not looked at, `triaged` was, `linked` belongs to a case, `closed` needed none. */
export const ALERT_STATUSES = ['new', 'triaged', 'linked', 'closed'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** A reason in words, with its part of the score where the source knows it. */
export interface AlertReason {
  text: string;
  contribution?: number;
}

const idsTransformer = {
  to: (ids: unknown): unknown => ids,
  from: (ids: string[]): number[] => ids.map(Number),
};

/** Ids of other rows: `number[]` in the code. */
const IdsColumn = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'bigint', array: true, transformer: idsTransformer });

/**
 * Something that the officers of the AML desk must look at (docs/api/cases.md#alerts). Integrators, customers and staff
 * without the permissions of the desk never see one.
 */
@Entity()
@Index('uq_aml_alert_dedupe', ['institutionId', 'dedupeKey'], { unique: true })
@Index('ix_aml_alert_status', ['institutionId', 'status', 'createdAt', 'id'])
@Index('ix_aml_alert_customer', ['institutionId', 'customerId', 'createdAt', 'id'])
// Each posting of a customer asks for the hits under its locks, however many other alerts the customer has.
@Index('ix_aml_alert_hit', ['institutionId', 'customerId'], { where: `source = 'name-screening'` })
@Index('ix_aml_alert_account', ['institutionId', 'accountId', 'createdAt', 'id'], { where: 'account_id IS NOT NULL' })
@Index('ix_aml_alert_source', ['institutionId', 'source', 'sourceId', 'createdAt', 'id'])
@Index('ix_aml_alert_case', ['institutionId', 'caseId'], { where: 'case_id IS NOT NULL' })
@Index('ix_aml_alert_created_at', ['institutionId', 'createdAt', 'id'])
export class AmlAlert extends TenantEntity {
  @TextColumn(10)
  subjectType!: AlertSubject;

  /** Null for a ledger of the institution, which has no customer. */
  @IdColumn({ nullable: true })
  customerId!: number | null;

  /** The account of record; null for an alert about a customer as a whole. */
  @IdColumn({ nullable: true })
  accountId!: number | null;

  @TextColumn(20)
  source!: AlertSource;

  /** The scenario, the rule, the list entry or the complaint. */
  @TextColumn(100)
  sourceId!: string;

  /** The version of the scenario or the list; null where the source has none. */
  @TextColumn(40, { nullable: true })
  sourceVersion!: string | null;

  /** The name of the source that may be shown to anybody. */
  @TextColumn(100)
  publicName!: string;

  /** 0 to 100; what is above comes first in the queue. */
  @Column({ type: 'smallint' })
  score!: number;

  @Column({ type: 'jsonb' })
  reasons!: AlertReason[];

  /** The facts that the source saw, as it saw them. */
  @Column({ type: 'jsonb' })
  facts!: Record<string, unknown>;

  @IdsColumn()
  postingIds!: number[];

  /** Repeats of one finding have the same key. */
  @TextColumn(200)
  dedupeKey!: string;

  @TextColumn(10)
  status!: AlertStatus;

  @IdColumn({ nullable: true })
  caseId!: number | null;

  @InstantColumn()
  createdAt!: Date;

  /** `staff:ID` who closed it without a case. */
  @TextColumn(120, { nullable: true })
  closedBy!: string | null;

  @InstantColumn({ nullable: true })
  closedAt!: Date | null;

  @TextColumn(40, { nullable: true })
  closeReason!: string | null;

  @TextColumn(500, { nullable: true })
  closeNote!: string | null;

  /** Chosen for a second look after a closing of several. */
  @Column({ type: 'boolean', default: false })
  isSampled!: boolean;

  @TextColumn(120, { nullable: true })
  reviewedBy!: string | null;

  /** True where the second look agrees with the closing. */
  @Column({ type: 'boolean', nullable: true })
  reviewAgrees!: boolean | null;
}
