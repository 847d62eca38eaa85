import type { Readable } from 'node:stream';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Document } from '../document.entity';
import { Documents } from '../documents';

/** A document and a stream of its bytes. */
export interface OpenedDocument {
  document: Document;
  content: Readable;
}

/** Opens a document for a download, piece by piece. */
export class GetDocumentContent extends Query<OpenedDocument> {
  constructor(
    readonly institutionId: number,
    readonly documentId: number,
  ) {
    super();
  }
}

@QueryHandler(GetDocumentContent)
export class GetDocumentContentHandler implements IQueryHandler<GetDocumentContent> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: Documents,
  ) {}

  /** @throws DOCUMENT_NOT_FOUND (404) */
  async execute({ institutionId, documentId }: GetDocumentContent): Promise<OpenedDocument> {
    const document = await this.unitOfWork.read(institutionId, (tx) =>
      this.documents.require(tx, institutionId, documentId),
    );
    return { document, content: this.documents.stream(document) };
  }
}
