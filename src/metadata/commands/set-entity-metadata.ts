import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { sha256 } from '../../common/crypto/digest';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { maskIdentityNumbers } from '../../common/identity/identity-fields';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { Clock } from '../../common/time/clock';
import { EntityMetadata } from '../entity-metadata.entity';
import { EntityTypes } from '../entity-types';
import { losesValues } from '../lost-values';
import type { EntityMetadataBody, EntityPath } from '../metadata.dto';
import { metadataErrors } from '../metadata.errors';
import { METADATA_MAX_BYTES, metadataText } from '../metadata-value';
import { RecordHolds } from '../record-holds';

/** Replaces the additional metadata of an entity. */
export class SetEntityMetadata extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly path: EntityPath,
    readonly body: EntityMetadataBody,
  ) {
    super();
  }
}

@CommandHandler(SetEntityMetadata)
export class SetEntityMetadataHandler implements ICommandHandler<SetEntityMetadata> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly types: EntityTypes,
    private readonly holds: RecordHolds,
    private readonly identity: IdentityNumbers,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, path, body: { additionalMetadata } }: SetEntityMetadata): Promise<Outcome> {
    const { institutionId, actor } = write;
    const entityType = this.types.requireType(path.entityType);
    const { sizeBytes } = metadataText(additionalMetadata);
    if (sizeBytes > METADATA_MAX_BYTES)
      throw metadataErrors.METADATA_TOO_LARGE(undefined, { sizeBytes, maxBytes: METADATA_MAX_BYTES });
    const content = this.identity.sealDocument(institutionId, additionalMetadata);
    const masked = content === additionalMetadata ? additionalMetadata : maskIdentityNumbers(additionalMetadata);
    return this.writes.run(write, { ...path, additionalMetadata }, async (tx) => {
      const id = await this.types.require(tx, institutionId, entityType, path.entityId);
      await this.holds.assertMayAdd(tx, institutionId, id);
      const updatedAt = this.clock.institutionNow(institutionId);
      const row = { institutionId, id, entityType, content, updatedBy: actor, updatedAt };
      // Another request may clear the metadata between the two statements.
      let isStored = false;
      while (!isStored) isStored = (await isAdded(tx, row)) || (await this.isReplaced(tx, row, additionalMetadata));
      await this.types.tell(tx, institutionId, entityType, id, additionalMetadata);
      // The audit log keeps a digest instead of the value, because the value may be personal and the log is never
      // cleared. Identity numbers are masked in it: few enough exist to find one by its digest.
      const details = { sizeBytes, sha256: sha256(metadataText(masked).text).toString('hex') };
      await this.audit.record(tx, write, { action: 'entity-metadata.set', subject: `${entityType}:${id}`, details });
      const shown = write.seesIdentity ? additionalMetadata : masked;
      return Outcome.done({
        entityType,
        entityId: id,
        additionalMetadata: shown,
        updatedAt: updatedAt.toISOString(),
      });
    });
  }

  /**
   * Replaces metadata; false where the record has none. A legal hold lets values be corrected and added.
   * @throws RECORD_UNDER_LEGAL_HOLD (409) where one would be lost
   */
  private async isReplaced(tx: Tx, row: EntityMetadata, next: object): Promise<boolean> {
    const { institutionId, id } = row;
    const stored = await tx.findOne(EntityMetadata, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!stored) return false;
    const present = this.identity.openDocument(institutionId, stored.content, true);
    if (losesValues(present, next)) await this.holds.assertMayDelete(tx, institutionId, id);
    await tx.update(EntityMetadata, { institutionId, id }, row);
    return true;
  }
}

/**
 * Adds the first metadata of a record; false where it has some. Of two requests that would both be the first, the other
 * one waits here and then replaces what the first one stored.
 */
async function isAdded(tx: Tx, row: EntityMetadata): Promise<boolean> {
  const insert = tx.createQueryBuilder().insert().into(EntityMetadata).values(row).orIgnore().returning('id');
  return ((await insert.execute()).raw as unknown[]).length > 0;
}
