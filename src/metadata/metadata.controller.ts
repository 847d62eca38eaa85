import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { commonErrors } from '../common/errors/common.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { BodyLimit } from '../common/http/body-limit.decorator';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import { Write, type WriteRequest } from '../common/http/write-request';
import { maySeeIdentity } from '../common/identity/may-see-identity';
import { ClearEntityMetadata } from './commands/clear-entity-metadata';
import { SetEntityMetadata } from './commands/set-entity-metadata';
import { ENTITY_TYPES } from './entity-types';
import { EntityMetadataBody, EntityMetadataView, EntityPath, SupportedEntityTypesView } from './metadata.dto';
import { metadataErrors } from './metadata.errors';
import { METADATA_MAX_BYTES } from './metadata-value';
import { GetEntityMetadata } from './queries/get-entity-metadata';

/** A byte of the value takes at most six bytes in a request, as an escape. The rest is for the name of the field. */
const BODY_MAX_BYTES = 6 * METADATA_MAX_BYTES + 1_024;

const ENTITY_ERRORS = [
  metadataErrors.ENTITY_TYPE_NOT_SUPPORTED,
  metadataErrors.ENTITY_NOT_FOUND,
  metadataErrors.ENTITY_ID_AMBIGUOUS,
];

@Controller('api/entity-additional-metadata/v1')
@ApiTags('Entity additional metadata')
export class MetadataController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('supported-entity-types')
  @Endpoint({
    summary: 'List the supported entity types',
    access: clientAccess('metadata:read'),
    response: SupportedEntityTypesView,
  })
  listTypes(): SupportedEntityTypesView {
    return { data: [...ENTITY_TYPES], recordCount: ENTITY_TYPES.length };
  }

  @Get(':entityType/:entityId')
  @Endpoint({
    summary: 'Get the additional metadata of an entity',
    description:
      '`additionalMetadata` is null when the entity has none. A corporate customer is also a `customer`: both types ' +
      'have the same value.',
    access: clientAccess('metadata:read'),
    response: EntityMetadataView,
    errors: ENTITY_ERRORS,
  })
  get(@CurrentClient() client: ClientActor, @Param() path: EntityPath): Promise<EntityMetadataView> {
    return this.queries.execute(new GetEntityMetadata(client.institutionId, path, maySeeIdentity(client)));
  }

  @Put(':entityType/:entityId')
  @BodyLimit(BODY_MAX_BYTES)
  @Endpoint({
    summary: 'Replace the additional metadata of an entity',
    description:
      'Replaces the whole value; nothing is merged. The value may have at most 65,536 bytes as JSON in UTF-8 without ' +
      'white space, and 32 levels. The keys `__proto__`, `constructor` and `prototype` are refused at every level.',
    access: clientAccess('metadata:write'),
    reference: 'honoured',
    response: EntityMetadataView,
    errors: [
      ...ENTITY_ERRORS,
      metadataErrors.METADATA_TOO_LARGE,
      metadataErrors.CUSTOMER_ERASED,
      metadataErrors.RECORD_UNDER_LEGAL_HOLD,
      commonErrors.PAYLOAD_TOO_LARGE,
    ],
  })
  set(@Write() write: WriteRequest, @Param() path: EntityPath, @Body() body: EntityMetadataBody): Promise<Outcome> {
    return this.commands.execute(new SetEntityMetadata(write, path, body));
  }

  @Delete(':entityType/:entityId')
  @Endpoint({
    summary: 'Clear the additional metadata of an entity',
    description: 'Succeeds also when the entity has no metadata.',
    access: clientAccess('metadata:write'),
    reference: 'honoured',
    response: EntityMetadataView,
    errors: [...ENTITY_ERRORS, metadataErrors.RECORD_UNDER_LEGAL_HOLD],
  })
  clear(@Write() write: WriteRequest, @Param() path: EntityPath): Promise<Outcome> {
    return this.commands.execute(new ClearEntityMetadata(write, path));
  }
}
