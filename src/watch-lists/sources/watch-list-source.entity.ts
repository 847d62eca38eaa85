import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/**
 * How a fetch ended: a new version is in use; nothing is new; a new version waits for staff, because it lacks more than
 * a tenth of the active entries; or nothing came of it.
 */
export const SOURCE_OUTCOMES = ['imported', 'unchanged', 'waiting', 'failed'] as const;
export type SourceOutcome = (typeof SOURCE_OUTCOMES)[number];

/** Why a fetch failed (docs/api/watch-lists.md#sources). */
export const SOURCE_FAILURES = [
  'ADDRESS_NOT_ALLOWED',
  'UNREACHABLE',
  'TIMED_OUT',
  'INTERRUPTED',
  'HTTP_STATUS',
  'TOO_MANY_REDIRECTS',
  'TOO_LARGE',
  'ENCODING_UNKNOWN',
  'FILE_REFUSED',
  'IMPORT_FAILED',
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** The address from which the versions of a list are fetched (docs/api/watch-lists.md#sources). */
@Entity()
@Index('uq_watch_list_source_list', ['institutionId', 'listId'], { unique: true })
export class WatchListSource extends TenantEntity {
  @IdColumn()
  listId!: number;

  @TextColumn(2000)
  url!: string;

  @Column({ type: 'integer' })
  everyHours!: number;

  @TextColumn(120)
  setBy!: string;

  @InstantColumn()
  setAt!: Date;

  /** The job of the next fetch. A job with another id does nothing. */
  @IdColumn()
  jobId!: number;

  @InstantColumn()
  nextAttemptAt!: Date;

  /** Start of the fetch that is under way. */
  @InstantColumn({ nullable: true })
  startedAt!: Date | null;

  /** The ETag of the last file that became a version; the next request sends it. */
  @TextColumn(500, { nullable: true })
  etag!: string | null;

  @TextColumn(100, { nullable: true })
  lastModified!: string | null;

  @InstantColumn({ nullable: true })
  lastAttemptAt!: Date | null;

  /** The last fetch that brought a whole list, or learned that it is unchanged. */
  @InstantColumn({ nullable: true })
  lastGoodAt!: Date | null;

  @TextColumn(10, { nullable: true })
  outcome!: SourceOutcome | null;

  @TextColumn(40, { nullable: true })
  errorCode!: SourceFailure | null;

  @TextColumn(1000, { nullable: true })
  error!: string | null;

  /** Failures in a row. */
  @Column({ type: 'integer' })
  failures!: number;
}
