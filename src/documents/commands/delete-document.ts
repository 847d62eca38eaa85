import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { RecordHolds } from '../../metadata/record-holds';
import { Document } from '../document.entity';
import { Documents } from '../documents';
import type { DeleteDocumentBody } from '../documents.dto';
import { documentsErrors } from '../documents.errors';

/** Marks a document as deleted. It is no longer found, and the file is kept. */
export class DeleteDocument extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: DeleteDocumentBody,
  ) {
    super();
  }
}

@CommandHandler(DeleteDocument)
export class DeleteDocumentHandler implements ICommandHandler<DeleteDocument> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly documents: Documents,
    private readonly holds: RecordHolds,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DOCUMENT_NOT_FOUND (404), also for a document that is already deleted; RECORD_UNDER_LEGAL_HOLD (409) */
  async execute({ write, body }: DeleteDocument): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const { id, entityType, entityId, documentType, fileName, sha256 } = await this.documents.lock(
        tx,
        institutionId,
        body.documentID,
      );
      // The logo of the letterhead is no record's document.
      if (entityType === 'institution') throw documentsErrors.DOCUMENT_NOT_FOUND();
      await this.holds.assertMayDelete(tx, institutionId, entityId);
      const deletedAt = this.clock.now();
      const reason = body.reason ?? null;
      await tx.update(Document, { institutionId, id }, { deletedAt, deletedBy: actor, deletionReason: reason });
      await this.audit.record(tx, write, {
        action: 'document.delete',
        subject: `document:${id}`,
        details: { entityType, entityId, documentType, fileName, sha256, reason },
      });
      return Outcome.done({ documentID: id, deletedAt: deletedAt.toISOString() });
    });
  }
}
