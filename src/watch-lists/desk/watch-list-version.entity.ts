import { Column, Entity, Index } from 'typeorm';
import { DigestColumn, IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';

/** `imported` was never in use, `active` is in use, `superseded` was in use before another version. */
export const WATCH_LIST_VERSION_STATUSES = ['imported', 'active', 'superseded'] as const;
export type WatchListVersionStatus = (typeof WATCH_LIST_VERSION_STATUSES)[number];

/** A file of a watch-list as it was imported (docs/api/watch-lists.md#versions). Its entries do not change. */
@Entity()
@Index('uq_watch_list_version_number', ['institutionId', 'listId', 'version'], { unique: true })
@Index('uq_watch_list_version_active', ['institutionId', 'listId'], { unique: true, where: `"status" = 'active'` })
export class WatchListVersion extends TenantEntity {
  @IdColumn()
  listId!: number;

  /** 1, 2, 3 and so on within the list. */
  @Column({ type: 'integer' })
  version!: number;

  @TextColumn(10)
  status!: WatchListVersionStatus;

  @TextColumn(255)
  fileName!: string;

  /** The address from which the file was fetched; null for a file that staff sent. */
  @TextColumn(2000, { nullable: true })
  sourceUrl!: string | null;

  /** SHA-256 of the file. */
  @DigestColumn()
  sha256!: string;

  @Column({ type: 'integer' })
  entryCount!: number;

  /** Entries that the version active at the import did not have. */
  @Column({ type: 'integer' })
  addedCount!: number;

  /** Entries that differ from those of the version active at the import. */
  @Column({ type: 'integer' })
  changedCount!: number;

  /** Entries of the version active at the import that the file lacks. */
  @Column({ type: 'integer' })
  removedCount!: number;

  @TextColumn(120)
  importedBy!: string;

  @InstantColumn()
  importedAt!: Date;

  /** The last activation. */
  @InstantColumn({ nullable: true })
  activatedAt!: Date | null;
}
