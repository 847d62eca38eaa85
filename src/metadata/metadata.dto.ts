import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ENTITY_TYPES } from './entity-types';
import { IsMetadataValue } from './metadata-value';

const VALUE_SCHEMA = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
  example: { riskGrade: 'B', tags: ['diaspora'] },
};

/** The entity in a path. */
export class EntityPath {
  /**
   * One of the supported entity types.
   * @example account
   */
  @ApiProperty({ enum: ENTITY_TYPES, example: 'account' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(50)
  entityType!: string;

  /**
   * Numeric id. `account` also takes the account number, `customer` and `corporate-customer` the customerID; all three
   * take the GUID `recordId`.
   * @example 10021
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  entityId!: string;
}

/** The new value, which replaces the previous one as a whole. */
export class EntityMetadataBody {
  /**
   * An object or array, at most 65,536 bytes as JSON in UTF-8 without white space, at most 32 levels deep. Numbers are
   * stored as doubles: send a number of more than 15 digits as text.
   */
  @ApiProperty(VALUE_SCHEMA)
  @IsMetadataValue()
  additionalMetadata!: object;
}

/** The additional metadata of an entity. */
export class EntityMetadataView {
  /** @example account */
  entityType!: string;

  /**
   * Numeric id, whichever key the request used.
   * @example 10021
   */
  entityId!: number;

  /** Null when the entity has none. */
  @ApiProperty({ ...VALUE_SCHEMA, nullable: true })
  additionalMetadata!: object | null;

  /**
   * Null when the entity has no metadata.
   * @example 2026-11-21T10:00:00.000Z
   */
  updatedAt!: string | null;
}

/** The entity types that can have metadata. */
export class SupportedEntityTypesView {
  @ApiProperty({ type: [String], example: [...ENTITY_TYPES] })
  data!: string[];

  /** @example 10 */
  recordCount!: number;
}
