import type { IncomingMessage } from 'node:http';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import { ValidationPipe } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { EntityTypes } from '../../metadata/entity-types';
import { RecordHolds } from '../../metadata/record-holds';
import { DocumentContents, type SavedContent } from '../document-contents';
import { Documents } from '../documents';
import { UploadDocumentBody } from '../documents.dto';
import { UploadReader } from '../upload/upload-reader';
import { UploadSlots } from '../upload/upload-slots';

/** Stores a file for a record. The body is read here as a stream, because the whole file must not be in memory. */
export class UploadDocument extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly request: IncomingMessage,
  ) {
    super();
  }
}

@CommandHandler(UploadDocument)
export class UploadDocumentHandler implements ICommandHandler<UploadDocument> {
  private readonly validation = new ValidationPipe();

  constructor(
    private readonly slots: UploadSlots,
    private readonly contents: DocumentContents,
    private readonly writes: IdempotentWrites,
    private readonly entityTypes: EntityTypes,
    private readonly documents: Documents,
    private readonly holds: RecordHolds,
  ) {}

  /**
   * @throws the errors of `UploadReader`
   * @throws ENTITY_NOT_FOUND (404), ENTITY_ID_AMBIGUOUS, CUSTOMER_ERASED (409), DOCUMENT_FORMAT_NOT_SUPPORTED (422)
   */
  async execute({ write, request }: UploadDocument): Promise<Outcome> {
    const reader = new UploadReader(request);
    try {
      return await this.slots.run(write.institutionId, () => this.upload(write, reader));
    } finally {
      reader.release();
    }
  }

  private async upload(write: WriteRequest, reader: UploadReader): Promise<Outcome> {
    const content = await this.contents.save(write.institutionId, reader.content());
    return this.contents.usedBy([content], async () => {
      // The digest replaces the content in the request, so that equal files make equal requests.
      const fields = reader.fields(content.sha256);
      const body = this.validation.transform(fields, {
        type: 'body',
        metatype: UploadDocumentBody,
      }) as UploadDocumentBody;
      return this.writes.run(write, body, (tx) => this.addDocument(tx, write, body, content));
    });
  }

  private async addDocument(
    tx: Tx,
    { institutionId, actor }: WriteRequest,
    body: UploadDocumentBody,
    content: SavedContent,
  ): Promise<Outcome> {
    const { entityType, documentType, fileName } = body;
    const entityId = await this.entityTypes.require(tx, institutionId, entityType, String(body.entityId));
    await this.holds.assertMayAdd(tx, institutionId, entityId);
    const document = await this.documents.add(tx, {
      entityType,
      entityId,
      documentType,
      fileName,
      content,
      uploadedBy: actor,
    });
    return Outcome.done({ documentID: document.id, size: document.size, sha256: document.sha256 });
  }
}
