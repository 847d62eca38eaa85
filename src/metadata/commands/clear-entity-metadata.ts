import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { EntityMetadata } from '../entity-metadata.entity';
import { EntityTypes } from '../entity-types';
import type { EntityPath } from '../metadata.dto';
import { RecordHolds } from '../record-holds';

/** Clears the additional metadata of an entity. */
export class ClearEntityMetadata extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly path: EntityPath,
  ) {
    super();
  }
}

@CommandHandler(ClearEntityMetadata)
export class ClearEntityMetadataHandler implements ICommandHandler<ClearEntityMetadata> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly types: EntityTypes,
    private readonly holds: RecordHolds,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ENTITY_NOT_FOUND (404), ENTITY_ID_AMBIGUOUS, RECORD_UNDER_LEGAL_HOLD (409) */
  async execute({ write, path }: ClearEntityMetadata): Promise<Outcome> {
    const { institutionId } = write;
    const entityType = this.types.requireType(path.entityType);
    return this.writes.run(write, path, async (tx) => {
      const id = await this.types.require(tx, institutionId, entityType, path.entityId);
      await this.holds.assertMayDelete(tx, institutionId, id);
      const { affected } = await tx.delete(EntityMetadata, { institutionId, id });
      if (affected)
        await this.audit.record(tx, write, { action: 'entity-metadata.clear', subject: `${entityType}:${id}` });
      return Outcome.done({ entityType, entityId: id, additionalMetadata: null, updatedAt: null });
    });
  }
}
