import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { type EntityKey, readEntityKey } from './entity-key';
import { metadataErrors } from './metadata.errors';

/** The entity types that can have metadata (`docs/api/metadata.md#entity-types`). */
export const ENTITY_TYPES = [
  'account',
  'casa-product',
  'corporate-customer',
  'customer',
  'fixed-deposit',
  'fixed-deposit-product',
  'loan',
  'loan-product',
  'ledger',
  'placement',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Finds the records of an entity type. The module that owns the records implements it. */
export interface EntitySource {
  readonly type: EntityType;
  /**
   * The ids of the institution's records of this type that the key names: none, one, or two when one record's number is
   * another record's id. Ids are unique over all tables, so an id alone identifies the metadata.
   */
  find(tx: Tx, institutionId: number, key: EntityKey): Promise<number[]>;
  /** Runs in the transaction in which the metadata of a record is set; absent where nothing follows from it. */
  metadataSet?(tx: Tx, institutionId: number, id: number, content: object): Promise<void>;
}

/**
 * All entity sources. A source is a plain object, and a module may have several, so modules register theirs with
 * `register` when they start. A type without a source has no records.
 */
@Injectable()
export class EntityTypes {
  private readonly sources = new Map<EntityType, EntitySource>();

  register(source: EntitySource): void {
    if (this.sources.has(source.type)) throw new Error(`The entity type ${source.type} is registered twice.`);
    this.sources.set(source.type, source);
  }

  /** Tells the owner of a record that its metadata is set. */
  async tell(tx: Tx, institutionId: number, type: EntityType, id: number, content: object): Promise<void> {
    await this.sources.get(type)?.metadataSet?.(tx, institutionId, id, content);
  }

  /** The type that a path names. @throws ENTITY_TYPE_NOT_SUPPORTED (400) */
  requireType(text: string): EntityType {
    const type = ENTITY_TYPES.find((supported) => supported === text);
    if (type === undefined)
      throw metadataErrors.ENTITY_TYPE_NOT_SUPPORTED(undefined, { supportedEntityTypes: ENTITY_TYPES });
    return type;
  }

  /**
   * The numeric id of the record that a path names.
   *
   * @param entityId from the path: a numeric id, or another key that the type's source accepts.
   * @throws ENTITY_NOT_FOUND (404), ENTITY_ID_AMBIGUOUS (409)
   */
  async require(tx: Tx, institutionId: number, type: EntityType, entityId: string): Promise<number> {
    const ids = await this.sources.get(type)?.find(tx, institutionId, readEntityKey(entityId));
    const [id, another] = new Set(ids);
    if (id === undefined) throw metadataErrors.ENTITY_NOT_FOUND();
    if (another !== undefined) throw metadataErrors.ENTITY_ID_AMBIGUOUS();
    return id;
  }
}
