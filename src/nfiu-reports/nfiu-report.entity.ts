import { Column, Entity, Index } from 'typeorm';
import { DateColumn, IdColumn, InstantColumn, KoboColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { Finding } from './goaml/report-findings';
import type { ReportKind } from './report-facts';

/** The life of a report (docs/api/nfiu-reports.md#lifecycle). `rejected` becomes `draft` again when it is returned. */
export const REPORT_STATUSES = [
  'draft',
  'checked',
  'approved',
  'exported',
  'submitted',
  'accepted',
  'rejected',
  'withdrawn',
] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The person who brought or took cash, as staff recorded it, by the id of the posting. */
export type Conductors = Record<string, { firstName: string; lastName: string }>;

/**
 * A report to the NFIU. Nothing of it may be shown to integrators, customers or staff without the permissions of
 * reports; each read of one is a row of the audit log (docs/api/nfiu-reports.md#no-tipping-off).
 */
@Entity()
@Index('uq_nfiu_report_number', ['institutionId', 'number'], { unique: true })
@Index('uq_nfiu_report_dedupe', ['institutionId', 'dedupeKey'], { unique: true, where: 'dedupe_key IS NOT NULL' })
@Index('ix_nfiu_report_status', ['institutionId', 'status', 'dueAt', 'id'])
@Index('ix_nfiu_report_customer', ['institutionId', 'customerId', 'id'])
@Index('ix_nfiu_report_case', ['institutionId', 'caseId'], { where: 'case_id IS NOT NULL' })
export class NfiuReport extends TenantEntity {
  /** `CTR-20261124-20417`: the entity reference at the NFIU. */
  @TextColumn(40)
  number!: string;

  @TextColumn(3)
  kind!: ReportKind;

  /** Version of the layout in which the report is written, such as `4.5`. */
  @TextColumn(10)
  layout!: string;

  @TextColumn(10)
  status!: ReportStatus;

  /** The customer whose transactions are reported; null for a ledger's. */
  @IdColumn({ nullable: true })
  customerId!: number | null;

  @IdColumn({ nullable: true })
  caseId!: number | null;

  /** What makes a found report the same: business date, customer and part. Null for one that staff prepared. */
  @TextColumn(100, { nullable: true })
  dedupeKey!: string | null;

  /** The business date of a CTR. */
  @DateColumn({ nullable: true })
  businessDate!: string | null;

  @Column({
    type: 'bigint',
    array: true,
    transformer: { to: (ids: unknown): unknown => ids, from: (ids: string[]): number[] => ids.map(Number) },
  })
  postingIds!: number[];

  @KoboColumn()
  totalKobo!: bigint;

  /** The ground of the suspicion, or what the report is about. */
  @Column({ type: 'character varying', length: '4000', nullable: true })
  reason!: string | null;

  /** What the institution has done. */
  @Column({ type: 'character varying', length: '4000', nullable: true })
  action!: string | null;

  @Column({ type: 'character varying', array: true })
  indicators!: string[];

  @Column({ type: 'jsonb', default: {} })
  conductors!: Conductors;

  /** The NFIU's number that the report refers to, such as that of a request for information. */
  @TextColumn(100, { nullable: true })
  fiuReference!: string | null;

  /** What the last check found; empty for a report that can be approved. */
  @Column({ type: 'jsonb', default: [] })
  findings!: Finding[];

  /** When the institution came to suspect; the day of the transactions of a CTR. */
  @InstantColumn()
  startsAt!: Date;

  /** The due time that raises the alarm (docs/api/nfiu-reports.md#deadlines). */
  @InstantColumn()
  dueAt!: Date;

  /** Due by the suspicion; null for a CTR. */
  @InstantColumn({ nullable: true })
  suspicionDueAt!: Date | null;

  /** Due by the start of the first transaction; null for a report without one, and for a CTR. */
  @InstantColumn({ nullable: true })
  transactionDueAt!: Date | null;

  /** Due by the first alert of the case; null for a report without one, and for a CTR. */
  @InstantColumn({ nullable: true })
  detectionDueAt!: Date | null;

  /** Staff were told that the deadline comes near. */
  @InstantColumn({ nullable: true })
  warnedAt!: Date | null;

  /** Staff were told that the deadline has passed. */
  @InstantColumn({ nullable: true })
  overdueSince!: Date | null;

  /** `staff:ID`, or `system:ctr` for one that was found. */
  @TextColumn(120)
  preparedBy!: string;

  /** Who changed the draft, each once. */
  @Column({ type: 'character varying', array: true, default: [] })
  changedBy!: string[];

  @InstantColumn()
  createdAt!: Date;

  @TextColumn(120, { nullable: true })
  checkedBy!: string | null;

  @InstantColumn({ nullable: true })
  checkedAt!: Date | null;

  @TextColumn(120, { nullable: true })
  approvedBy!: string | null;

  @InstantColumn({ nullable: true })
  approvedAt!: Date | null;

  /** The XML of the last check, sealed: what is approved and exported is what was checked. */
  @Column({ type: 'text', nullable: true })
  sealedXml!: string | null;

  @TextColumn(64, { nullable: true })
  xmlSha256!: string | null;

  @TextColumn(120, { nullable: true })
  exportedBy!: string | null;

  @InstantColumn({ nullable: true })
  exportedAt!: Date | null;

  /** The receipt that the NFIU's portal gave for the file. */
  @TextColumn(100, { nullable: true })
  filingReceipt!: string | null;

  @TextColumn(120, { nullable: true })
  submittedBy!: string | null;

  @InstantColumn({ nullable: true })
  submittedAt!: Date | null;

  /** The NFIU's own number, or the reason of its rejection. */
  @TextColumn(500, { nullable: true })
  outcomeNote!: string | null;

  @InstantColumn({ nullable: true })
  outcomeAt!: Date | null;
}
