import { Module } from '@nestjs/common';
import { ClearEntityMetadataHandler } from './commands/clear-entity-metadata';
import { SetEntityMetadataHandler } from './commands/set-entity-metadata';
import { EntityTypes } from './entity-types';
import { MetadataController } from './metadata.controller';
import { GetEntityMetadataHandler } from './queries/get-entity-metadata';

/** Additional metadata of the institution's records. Modules register their records with `EntityTypes`. */
@Module({
  controllers: [MetadataController],
  providers: [EntityTypes, ClearEntityMetadataHandler, SetEntityMetadataHandler, GetEntityMetadataHandler],
  exports: [EntityTypes],
})
export class MetadataModule {}
