import { Column, Entity, Index } from 'typeorm';
import { IdColumn, InstantColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { ListFormat } from '../readers/read-list';

/** What a list is of: sanctioned parties, politically exposed persons, or parties that the institution chose. */
export const WATCH_LIST_KINDS = ['sanctions', 'pep', 'own'] as const;
export type WatchListKind = (typeof WATCH_LIST_KINDS)[number];

/** A watch-list of an institution (docs/api/watch-lists.md). Its parties are in the entries of its versions. */
@Entity()
@Index('uq_watch_list_code', ['institutionId', 'code'], { unique: true })
export class WatchList extends TenantEntity {
  /** Identifies the list within the institution, such as `un-consolidated`. */
  @TextColumn(60)
  code!: string;

  @TextColumn(120)
  name!: string;

  @TextColumn(10)
  kind!: WatchListKind;

  /** Format of its files (docs/domain/watch-lists.md#formats). */
  @TextColumn(20)
  format!: ListFormat;

  /** Number of the version that was imported last; 0 before the first. */
  @Column({ type: 'integer' })
  latestVersion!: number;

  /** Id of the active version; null before the first activation. */
  @IdColumn({ nullable: true })
  activeVersionId!: number | null;

  @TextColumn(120)
  createdBy!: string;

  @InstantColumn()
  createdAt!: Date;
}
