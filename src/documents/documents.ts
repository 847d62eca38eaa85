import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { CASE_FILE, Document, type DocumentEntityType, type DocumentMimeType } from './document.entity';
import type { SavedContent } from './document-contents';
import { isNameOf } from './document-format';
import { documentsErrors } from './documents.errors';
import { DocumentStoreSelector } from './storage/document-store-selector';

export interface NewDocument {
  entityType: DocumentEntityType;
  entityId: number;
  documentType: string;
  fileName: string;
  /** From `DocumentContents.save`. */
  content: SavedContent;
  /** `api-client:ID` or `staff:ID`. */
  uploadedBy: string;
}

/** Adds and finds documents of other modules' records. */
@Injectable()
export class Documents {
  constructor(
    private readonly stores: DocumentStoreSelector,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a document for a stored content, in the transaction of its record.
   *
   * @throws DOCUMENT_FORMAT_NOT_SUPPORTED (422)
   */
  async add(tx: Tx, { content, ...document }: NewDocument): Promise<Document> {
    const { institutionId, documentId, storage, mimeType, size, sha256 } = content;
    if (!mimeType) throw documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED();
    assertNameFits(document.fileName, mimeType);
    const deleted = { deletedAt: null, deletedBy: null, deletionReason: null, contentErasedAt: null };
    const row: Document = {
      ...document,
      institutionId,
      id: documentId,
      storage,
      mimeType,
      size,
      sha256,
      createdAt: this.clock.now(),
      ...deleted,
    };
    await tx.insert(Document, row);
    return row;
  }

  /** A document that is not deleted, of any record but an AML case. @throws DOCUMENT_NOT_FOUND (404) */
  async require(tx: Tx, institutionId: number, id: number): Promise<Document> {
    const document = await tx.findOneBy(Document, {
      institutionId,
      id,
      entityType: Not(CASE_FILE),
      deletedAt: IsNull(),
    });
    if (!document) throw documentsErrors.DOCUMENT_NOT_FOUND();
    return document;
  }

  /**
   * A document whose content is there, also one that was deleted and one of an AML case.
   * @throws DOCUMENT_NOT_FOUND (404)
   */
  async requireKept(tx: Tx, institutionId: number, id: number): Promise<Document> {
    const document = await tx.findOneBy(Document, { institutionId, id, contentErasedAt: IsNull() });
    if (!document) throw documentsErrors.DOCUMENT_NOT_FOUND();
    return document;
  }

  /** A document as `require` finds it, locked until the transaction ends. @throws DOCUMENT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<Document> {
    const document = await tx.findOne(Document, {
      where: { institutionId, id, entityType: Not(CASE_FILE), deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
    if (!document) throw documentsErrors.DOCUMENT_NOT_FOUND();
    return document;
  }

  /** The bytes of a document for an answer. */
  stream(document: Document): Readable {
    return Readable.from(this.content(document), { objectMode: false });
  }

  /** The bytes of a document, piece by piece. Do not read them inside a transaction. */
  content({ institutionId, id, storage }: Document): AsyncIterable<Buffer> {
    return this.stores.storeOf(storage).read({ institutionId, documentId: id });
  }
}

/** A name that says another format could deceive whoever opens the file. @throws DOCUMENT_FORMAT_NOT_SUPPORTED (422) */
function assertNameFits(fileName: string, mimeType: DocumentMimeType): void {
  if (isNameOf(fileName, mimeType)) return;
  throw documentsErrors.DOCUMENT_FORMAT_NOT_SUPPORTED(
    `The content of ${fileName} is ${mimeType}; send the file under a name with the ending of its format.`,
    { field: 'fileName', mimeType },
  );
}
