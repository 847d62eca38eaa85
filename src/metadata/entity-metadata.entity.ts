import { Column, Entity, Index } from 'typeorm';
import { InstantColumn, TenantEntity, TextColumn } from '../common/database/columns';
import type { EntityType } from './entity-types';

/**
 * Additional metadata that callers keep with a record of another table. Its id is that record's id. Ids are unique over
 * all tables, so a record has one value under every entity type.
 */
@Entity()
@Index('ix_entity_metadata_mandate', ['institutionId', 'id'], {
  where: `json_typeof(content -> 'mandate') = 'array'`,
})
export class EntityMetadata extends TenantEntity {
  /** The entity type of the last request that wrote the value. */
  @TextColumn(30)
  entityType!: EntityType;

  /**
   * `json` keeps the text, and with it the order of keys and the exact numbers; `jsonb` would not. A sealed text when
   * the value holds identity numbers (`IdentityNumbers.sealDocument`).
   */
  @Column({ type: 'json' })
  content!: object | string;

  @TextColumn(120)
  updatedBy!: string;

  @InstantColumn()
  updatedAt!: Date;
}
