import { Module } from '@nestjs/common';
import { ClearEntityMetadataHandler } from './commands/clear-entity-metadata';
import { SetEntityMetadataHandler } from './commands/set-entity-metadata';
import { EntityTypes } from './entity-types';
import { MetadataController } from './metadata.controller';
import { GetEntityMetadataHandler } from './queries/get-entity-metadata';
import { RecordHolds } from './record-holds';
import { StoredMetadata } from './stored-metadata';

/** Additional metadata of the institution's records. Modules register their records with `EntityTypes`. */
@Module({
  controllers: [MetadataController],
  providers: [
    EntityTypes,
    StoredMetadata,
    RecordHolds,
    ClearEntityMetadataHandler,
    SetEntityMetadataHandler,
    GetEntityMetadataHandler,
  ],
  exports: [EntityTypes, RecordHolds],
})
export class MetadataModule {}
