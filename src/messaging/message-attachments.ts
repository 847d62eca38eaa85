import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { AuditAuthor } from '../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { CASE_FILE, Document } from '../documents/document.entity';
import { savedName } from '../documents/document-format';
import { Documents } from '../documents/documents';
import { documentsErrors } from '../documents/documents.errors';
import { ATTACHMENTS_MAX_BYTES } from './message-limits';
import { messagingErrors } from './messaging.errors';
import type { MessageAttachment } from './transports/message-transport';

/** Checks and loads the documents attached to an e-mail. */
@Injectable()
export class MessageAttachments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: Documents,
  ) {}

  /**
   * API clients cannot read documents, so an e-mail must not bring them those of others.
   * @throws DOCUMENT_NOT_FOUND (404), also for a document that somebody else uploaded; ATTACHMENTS_TOO_LARGE (422)
   */
  async assertUsable(tx: Tx, { institutionId, actor }: AuditAuthor, ids: number[]): Promise<void> {
    const documents = (await this.find(tx, institutionId, ids)).filter(({ uploadedBy }) => uploadedBy === actor);
    const missing = ids.filter((id) => !documents.some((document) => document.id === id));
    if (missing.length > 0)
      throw documentsErrors.DOCUMENT_NOT_FOUND(
        `There is no document ${missing.join(', ')} among those that this API client uploaded; attach one of them.`,
      );
    if (documents.reduce((sum, { size }) => sum + size, 0) > ATTACHMENTS_MAX_BYTES)
      throw messagingErrors.ATTACHMENTS_TOO_LARGE();
  }

  /** Loads the documents with their contents; undefined when one was deleted meanwhile. */
  async load(institutionId: number, ids: number[]): Promise<MessageAttachment[] | undefined> {
    if (ids.length === 0) return [];
    const documents = await this.unitOfWork.read(institutionId, (tx) => this.find(tx, institutionId, ids));
    if (documents.length < ids.length) return undefined;
    const attachments: MessageAttachment[] = [];
    for (const document of documents) {
      const pieces: Buffer[] = [];
      for await (const piece of this.documents.content(document)) pieces.push(piece);
      // The file name comes from a caller and must stay on one line in a header.
      attachments.push({
        fileName: savedName(document.fileName, document.mimeType).replace(/\p{Cc}+/gu, ' '),
        mimeType: document.mimeType,
        content: Buffer.concat(pieces),
      });
    }
    return attachments;
  }

  private find(tx: Tx, institutionId: number, ids: number[]): Promise<Document[]> {
    return ids.length === 0
      ? Promise.resolve([])
      : tx.find(Document, {
          where: { institutionId, id: In(ids), entityType: Not(CASE_FILE), deletedAt: IsNull() },
          order: { id: 'ASC' },
        });
  }
}
