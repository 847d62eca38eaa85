import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { type EntityKey, readEntityKey } from './entity-key';
import { metadataErrors } from './metadata.errors';

/** What metadata can be kept for, in the order of the specification (Entity additional metadata). */
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

/** How the module that keeps the records of a type finds them. */
export interface EntitySource {
  readonly type: EntityType;
  /**
   * The ids of the institution's records of this type that the key names: none, one, or two when one record's number is
   * another one's id. Ids are unique over all tables, so an id alone says whose metadata it is.
   */
  find(tx: Tx, institutionId: number, key: EntityKey): Promise<number[]>;
}

/** Every source of records in the process, registered by its module at boot. A type without one has no records yet. */
@Injectable()
export class EntityTypes {
  private readonly sources = new Map<EntityType, EntitySource>();

  register(source: EntitySource): void {
    if (this.sources.has(source.type)) throw new Error(`There are two sources of the entity type ${source.type}.`);
    this.sources.set(source.type, source);
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
   * @param entityId as in the path: a numeric id, or another key that the type's source knows.
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
