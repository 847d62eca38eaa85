import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { EntityMetadata } from '../entity-metadata.entity';
import { EntityTypes } from '../entity-types';
import type { EntityMetadataView, EntityPath } from '../metadata.dto';

/** Reads the additional metadata of an entity. */
export class GetEntityMetadata extends Query<EntityMetadataView> {
  constructor(
    readonly institutionId: number,
    readonly path: EntityPath,
    /** `maySeeIdentity` of the caller. */
    readonly seesIdentity: boolean,
  ) {
    super();
  }
}

@QueryHandler(GetEntityMetadata)
export class GetEntityMetadataHandler implements IQueryHandler<GetEntityMetadata> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly types: EntityTypes,
    private readonly identity: IdentityNumbers,
  ) {}

  async execute({ institutionId, path, seesIdentity }: GetEntityMetadata): Promise<EntityMetadataView> {
    const entityType = this.types.requireType(path.entityType);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const id = await this.types.require(tx, institutionId, entityType, path.entityId);
      const metadata = await tx.findOneBy(EntityMetadata, { institutionId, id });
      return {
        entityType,
        entityId: id,
        additionalMetadata: metadata && this.identity.openDocument(institutionId, metadata.content, seesIdentity),
        updatedAt: metadata?.updatedAt.toISOString() ?? null,
      };
    });
  }
}
