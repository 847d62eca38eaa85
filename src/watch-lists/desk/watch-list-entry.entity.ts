import { Column, Entity, Index } from 'typeorm';
import { DigestColumn, IdColumn, TenantEntity, TextColumn } from '../../common/database/columns';
import type { PartyType } from '../matching/named-party';

/** A listed party of one version of a watch-list. */
@Entity()
@Index('uq_watch_list_entry_reference', ['institutionId', 'versionId', 'reference'], { unique: true })
@Index('ix_watch_list_entry_version', ['institutionId', 'versionId', 'id'])
export class WatchListEntry extends TenantEntity {
  @IdColumn()
  versionId!: number;

  /** The list's own number of the party. */
  @TextColumn(60)
  reference!: string;

  /** Of everything that the list says of the party; equal digests mean an unchanged party. */
  @DigestColumn()
  digest!: string;

  @TextColumn(10)
  type!: PartyType;

  @TextColumn(500)
  name!: string;

  /**
   * Aliases, birth dates, countries and the other fields of a listed party. A sealed text where the party has a BVN or
   * NIN (`IdentityNumbers.sealDocument`).
   */
  @Column({ type: 'json' })
  content!: object | string;
}
