import { Column, Entity, Index } from 'typeorm';
import { type DocumentStorage } from '../common/config/app-config';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { SheetFormat } from '../common/files/sheet-format';

export const EXPORT_STATUSES = ['Queued', 'Running', 'Done', 'Failed', 'Cancelled', 'Expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** A list that a member of staff has asked for as a file, which a job writes (docs/api/exports.md). */
@Entity()
@Index('ix_list_export_requested_by', ['institutionId', 'requestedBy', 'id'])
@Index('ix_list_export_open', ['institutionId', 'requestedBy'], { where: `status IN ('Queued', 'Running')` })
export class ListExport extends TenantEntity {
  /** The name of the list, such as `accounts`. */
  @TextColumn(40)
  report!: string;

  @TextColumn(10)
  format!: SheetFormat;

  /** The filters and the order, as the query parameters of the list. */
  @Column({ type: 'jsonb' })
  parameters!: Record<string, string>;

  @TextColumn(10)
  status!: ExportStatus;

  /** The staff id of who asked, to whom the file belongs. */
  @TextColumn(60)
  requestedBy!: string;

  @InstantColumn()
  requestedAt!: Date;

  @InstantColumn({ nullable: true })
  startedAt!: Date | null;

  @InstantColumn({ nullable: true })
  finishedAt!: Date | null;

  /** When the file is removed; null while there is none. */
  @InstantColumn({ nullable: true })
  expiresAt!: Date | null;

  /** Rows written so far. */
  @Column({ type: 'integer' })
  rows!: number;

  /** The number of the attempt that may write: an earlier one, whose process was taken for dead, may not finish. */
  @Column({ type: 'integer' })
  attempt!: number;

  /** The permissions that the file needs, because they decided what is in it; empty before the first attempt. */
  @Column({ type: 'character varying', length: '100', array: true })
  permissions!: string[];

  /** The key of the content in the document store; of the present attempt while it runs. */
  @IdColumn({ nullable: true })
  documentId!: number | null;

  @TextColumn(10, { nullable: true })
  storage!: DocumentStorage | null;

  /** Bytes. */
  @IdColumn({ nullable: true })
  size!: number | null;

  @TextColumn(60, { nullable: true })
  failureCode!: string | null;

  @TextColumn(500, { nullable: true })
  failureMessage!: string | null;
}
