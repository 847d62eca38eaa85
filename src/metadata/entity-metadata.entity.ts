import { Column, Entity } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { EntityType } from './entity-types';

/**
 * What callers keep with a record of another table. Its id is that record's id: ids are unique over all tables, so a
 * record has one value under whichever entity type it is named.
 */
@Entity()
export class EntityMetadata extends TenantEntity {
  /** The type that the value was last written under. */
  @TextColumn(30)
  entityType!: EntityType;

  /** `json`, not `jsonb`: it keeps the text, so the order of keys and the exact numbers. */
  @Column({ type: 'json' })
  content!: object;

  @TextColumn(120)
  updatedBy!: string;

  @InstantColumn()
  updatedAt!: Date;
}
