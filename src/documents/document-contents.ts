import { Injectable, Logger } from '@nestjs/common';
import type { DocumentStorage } from '../common/config/app-config';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AppError } from '../common/errors/app-error';
import { classifyDatabaseFailure } from '../common/errors/database-error';
import type { Outcome } from '../common/http/outcome';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { Document, type DocumentMimeType } from './document.entity';
import { documentsErrors } from './documents.errors';
import { IncomingContent } from './incoming-content';
import { DocumentStoreSelector } from './storage/document-store-selector';

/** Longer than any upload and the transaction that follows it. */
const UNUSED_AFTER_MS = 3_600_000;

/** A stored content that has no document yet. */
export interface SavedContent {
  institutionId: number;
  /** The id of its future document. */
  documentId: number;
  storage: DocumentStorage;
  /** Undefined for a format that is not supported; such a content is measured but not stored. */
  mimeType: DocumentMimeType | undefined;
  /** Bytes. */
  size: number;
  /** 64 hexadecimal digits. */
  sha256: string;
}

/**
 * Stores contents before their documents, because storing a file takes longer than a transaction may last and an S3
 * server takes no part in one. A content that no document uses is removed: at once when that is certain, otherwise by a
 * job that was queued before the first byte was stored (`docs/api/documents-and-messages.md#storage`).
 */
@Injectable()
@MemberOf(JobHandlers)
export class DocumentContents implements JobHandler {
  readonly kind = 'remove-unused-document-content';
  private readonly logger = new Logger(DocumentContents.name);

  constructor(
    private readonly stores: DocumentStoreSelector,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a content under a new document id.
   *
   * @throws the errors of the source, DOCUMENT_STORAGE_UNAVAILABLE (503)
   */
  async save(institutionId: number, source: AsyncIterable<Buffer>): Promise<SavedContent> {
    const incoming = new IncomingContent(source);
    const { storage } = this.stores.current;
    const documentId = await this.ids.next();
    const mimeType = await incoming.readFormat();
    if (mimeType) await this.store({ institutionId, documentId }, incoming);
    else await incoming.discard();
    return { institutionId, documentId, storage, mimeType, size: incoming.size, sha256: incoming.sha256() };
  }

  /** Stores files, all of them or none. @throws DOCUMENT_STORAGE_UNAVAILABLE (503) */
  async saveAll(institutionId: number, files: Buffer[]): Promise<SavedContent[]> {
    const saved: SavedContent[] = [];
    try {
      for (const file of files) saved.push(await this.save(institutionId, asSinglePiece(file)));
      return saved;
    } catch (error) {
      await this.removeAll(saved);
      throw error;
    }
  }

  /**
   * Runs the write that adds documents for these contents. Removes the contents when the write certainly did not use
   * them: it was refused or was a replay. After any other failure the outcome of the transaction is unknown, and the
   * job decides.
   */
  async usedBy(contents: SavedContent[], write: () => Promise<Outcome>): Promise<Outcome> {
    try {
      const outcome = await write();
      if (outcome.meta.replayed) await this.removeAll(contents);
      return outcome;
    } catch (error) {
      if (error instanceof AppError) await this.removeAll(contents);
      throw error;
    }
  }

  /** Removes the content when it has no document an hour after its upload began. */
  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const { documentId, storage } = payload as { documentId: number; storage: DocumentStorage };
    const isUsed = await this.unitOfWork.read(institutionId, (tx) =>
      tx.existsBy(Document, { institutionId, id: documentId }),
    );
    if (!isUsed) await this.stores.storeOf(storage).remove({ institutionId, documentId });
  }

  /** Removes unused contents. After a failure the job removes them. */
  async removeAll(contents: Pick<SavedContent, 'institutionId' | 'documentId' | 'storage'>[]): Promise<void> {
    for (const { storage, institutionId, documentId } of contents) {
      try {
        await this.stores.storeOf(storage).remove({ institutionId, documentId });
      } catch (error) {
        this.logger.warn(
          { err: error as Error, documentId },
          'An unused content could not be removed; its job will remove it.',
        );
      }
    }
  }

  private async store(key: { institutionId: number; documentId: number }, incoming: IncomingContent): Promise<void> {
    const store = this.stores.current;
    await this.queueRemoval(key.institutionId, { documentId: key.documentId, storage: store.storage });
    try {
      await store.save(key, incoming.bytes());
    } catch (error) {
      await this.removeAll([{ ...key, storage: store.storage }]);
      if (incoming.failure) throw incoming.failure;
      if (classifyDatabaseFailure(error) === 'unavailable' || store.storage === 's3') {
        this.logger.error({ err: error as Error, storage: store.storage }, 'A content could not be stored.');
        throw documentsErrors.DOCUMENT_STORAGE_UNAVAILABLE();
      }
      throw error;
    }
  }

  private async queueRemoval(
    institutionId: number,
    payload: { documentId: number; storage: DocumentStorage },
  ): Promise<void> {
    const id = await this.ids.next();
    const dueAt = new Date(this.clock.now().getTime() + UNUSED_AFTER_MS);
    await this.unitOfWork.run(institutionId, (tx) =>
      insertRows(tx, jobRows({ institutionId, id, kind: this.kind, payload, dueAt })),
    );
  }
}

async function* asSinglePiece(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}
