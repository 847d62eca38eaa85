import { Injectable } from '@nestjs/common';
import type { DocumentStorage } from '../common/config/app-config';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import type { ContentKey } from './storage/document-store';
import { DocumentStoreSelector } from './storage/document-store-selector';

/** The name of a file whose content and name are erased. */
const ERASED_FILE_NAME = 'erased';

// Documents that staff deleted keep the trace of that deletion.
const MARK = `UPDATE document SET file_name = $3, content_erased_at = $4, deleted_at = coalesce(deleted_at, $4),
         deleted_by = coalesce(deleted_by, $5),
         deletion_reason = CASE WHEN deleted_at IS NULL THEN $6 ELSE deletion_reason END
   WHERE institution_id = $1 AND entity_id = ANY($2) AND content_erased_at IS NULL
  RETURNING id, storage`;

/** Documents to erase, and who erases them. */
export interface DocumentsToErase {
  institutionId: number;
  /** Ids of the records whose documents are erased; ids are unique over all tables. */
  entityIds: readonly number[];
  /** `system:NAME`. */
  actor: string;
  reason: string;
}

/** A stored content, and the store that has it. */
export interface ContentToRemove extends ContentKey {
  storage: DocumentStorage;
}

/**
 * Erases documents with their contents, also of documents that staff deleted. The rows stay without the name of the
 * file. A store may be away and takes no part in a transaction, so jobs of the transaction remove the contents.
 */
@Injectable()
@MemberOf(JobHandlers)
export class DocumentErasure implements JobHandler {
  readonly kind = 'erase-document-content';

  constructor(
    private readonly stores: DocumentStoreSelector,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of documents that were not erased before */
  async erase(tx: Tx, { institutionId, entityIds, actor, reason }: DocumentsToErase): Promise<number> {
    const [documents] = await tx.query<[{ id: string; storage: DocumentStorage }[], number]>(MARK, [
      institutionId,
      entityIds,
      ERASED_FILE_NAME,
      this.clock.now(),
      actor,
      reason,
    ]);
    for (const { id, storage } of documents)
      await this.removeContent(tx, { institutionId, documentId: Number(id), storage });
    return documents.length;
  }

  /** Queues the removal of one content, also one without a document. @param dueAt default: at once */
  async removeContent(tx: Tx, { institutionId, documentId, storage }: ContentToRemove, dueAt?: Date): Promise<void> {
    const job = { institutionId, id: await this.ids.next(), kind: this.kind, payload: { documentId, storage } };
    await insertRows(tx, jobRows(dueAt ? { ...job, dueAt } : job));
  }

  /** Removes one content; one that is gone already is no error. */
  async run({ institutionId, payload }: RunningJob): Promise<void> {
    const { documentId, storage } = payload as { documentId: number; storage: DocumentStorage };
    await this.stores.storeOf(storage).remove({ institutionId, documentId });
  }
}
