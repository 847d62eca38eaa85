import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { EntityTypes } from '../../metadata/entity-types';
import { Document, type DocumentRecordType } from '../document.entity';
import type { DocumentView, ListDocumentsQuery } from '../documents.dto';

/** Lists the documents of one record. */
export class ListDocuments extends Query<Page<DocumentView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListDocumentsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListDocuments)
export class ListDocumentsHandler implements IQueryHandler<ListDocuments> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly entityTypes: EntityTypes,
  ) {}

  /** @throws ENTITY_NOT_FOUND (404), ENTITY_ID_AMBIGUOUS (409) */
  async execute({ institutionId, filters }: ListDocuments): Promise<Page<DocumentView>> {
    const { EntityType, EntityId, IncludeDeleted, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const entityId = await this.entityTypes.require(tx, institutionId, EntityType, EntityId);
      const query = tx
        .createQueryBuilder(Document, 'd')
        .where('d.institution_id = :institutionId AND d.entity_type = :EntityType AND d.entity_id = :entityId', {
          institutionId,
          EntityType,
          entityId,
        })
        .orderBy('d.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (IncludeDeleted !== true) query.andWhere('d.deleted_at IS NULL');
      return listPage(tx, query, filters, documentView);
    });
  }
}

function documentView({
  institutionId: _,
  storage: __,
  contentErasedAt: ___,
  createdAt,
  deletedAt,
  entityType,
  ...document
}: Document): DocumentView {
  return {
    ...document,
    // A list is of one record, which an institution is not.
    entityType: entityType as DocumentRecordType,
    documentID: document.id,
    createdAt: createdAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
