import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AUDIT_STREAM } from '../common/audit/audit-chain';
import { AuditChainLink } from '../common/audit/audit-chain-link.entity';
import { AppConfig } from '../common/config/app-config';
import { IdAllocator } from '../common/database/id-allocator';
import { InstitutionDirectory } from '../common/database/institution-directory.entity';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Sequencer } from '../common/sequencer/sequencer';
import { addDays, calendarDate, startOfDay } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { DocumentStoreSelector } from '../documents/storage/document-store-selector';
import { Institution } from '../institutions/institution.entity';
import { AuditSeal } from './audit-seal.entity';
import { sealDocument, type SealedFacts, sealHash, sealText } from './seal-text';

const EVERY_MS = 600_000;
/** A day is sealed this long after its end, when its last transactions have ended long ago. */
const SEALED_AFTER_MS = 3_600_000;
const DAYS_IN_ROUND_MAX = 31;

/** The last day that can be sealed at an instant. */
export function lastClosedDay(now: Date, timeZone: string): string {
  return addDays(calendarDate(new Date(now.getTime() - SEALED_AFTER_MS), timeZone), -1);
}

/**
 * Signs each closed day of the audit log with a key that is apart from the master key, and stores the signed text in
 * the document store (docs/api/audit-and-operations.md#seals).
 */
@Injectable()
export class AuditSeals implements OnApplicationBootstrap {
  private readonly logger = new Logger(AuditSeals.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sequencer: Sequencer,
    private readonly stores: DocumentStoreSelector,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.auditSigningKeys)
      this.logger.warn(
        'The audit log is not sealed, because there is no AUDIT_SIGNING_KEY or AUDIT_SIGNING_KEY_FILE. Make a key with ' +
          '`openssl genpkey -algorithm ed25519` and keep it apart from the master key.',
      );
  }

  /** Seals the closed days of every institution. A failure of one does not stop the others. */
  @Interval(EVERY_MS)
  async sealAll(): Promise<void> {
    if (!this.config.auditSigningKeys) return;
    try {
      for (const { institutionId } of await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory)))
        await this.sealOne(institutionId);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The audit logs could not be sealed; the next round tries again.');
    }
  }

  /** Seals the closed days of an institution, at most 31 at once. @returns the number of new seals */
  async sealDue(institutionId: number): Promise<number> {
    let sealed = 0;
    while (sealed < DAYS_IN_ROUND_MAX && (await this.sealNext(institutionId))) sealed += 1;
    return sealed;
  }

  private async sealOne(institutionId: number): Promise<void> {
    try {
      await this.sealDue(institutionId);
    } catch (error) {
      this.logger.error(
        { err: error as Error, institutionId },
        'The audit log of an institution could not be sealed; the next round tries again.',
      );
    }
  }

  /** @returns false when no day is due */
  private async sealNext(institutionId: number): Promise<boolean> {
    const keys = this.config.auditSigningKeys;
    const facts = keys && (await this.unitOfWork.read(institutionId, (tx) => this.nextFacts(tx, institutionId)));
    if (!facts) return false;
    const { signature } = keys.sign(sealText(facts));
    const { current: store } = this.stores;
    const documentId = await this.ids.next();
    const key = { institutionId, documentId };
    await store.save(key, asSinglePiece(Buffer.from(sealDocument(facts, signature))));
    const seal = { ...facts, hash: sealHash(facts), signature, storage: store.storage, documentId };
    const isOurs = await this.unitOfWork.run(institutionId, async (tx) => {
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(AuditSeal)
        .values({ ...seal, sealedAt: this.clock.now() })
        .orIgnore()
        .returning('day')
        .execute();
      return (inserted.raw as unknown[]).length > 0;
    });
    // Another process has sealed the day meanwhile.
    if (!isOurs) await store.remove(key);
    return isOurs;
  }

  /** The next day that is due; undefined while none is. */
  private async nextFacts(tx: Tx, institutionId: number): Promise<SealedFacts | undefined> {
    const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
    const last = await tx.findOne(AuditSeal, { where: { institutionId }, order: { day: 'DESC' } });
    const until = lastClosedDay(this.clock.now(), timeZone);
    const day = last ? addDays(last.day, 1) : until;
    if (day > until) return undefined;
    const end = startOfDay(addDays(day, 1), timeZone);
    if (await this.isWaiting(tx, institutionId, end)) return undefined;
    const lastSeq = await this.lastSeqBefore(tx, institutionId, last?.lastSeq ?? 0, end);
    if (lastSeq === 0) return undefined;
    const { chainHash } = await tx.findOneByOrFail(AuditChainLink, { institutionId, seq: lastSeq });
    return {
      institutionId,
      day,
      firstSeq: (last?.lastSeq ?? 0) + 1,
      lastSeq,
      lastHash: chainHash,
      previousHash: last?.hash ?? null,
      keyId: this.config.auditSigningKeys!.currentKeyId,
    };
  }

  /** True while rows from before `end` have no number yet. */
  private async isWaiting(tx: Tx, institutionId: number, end: Date): Promise<boolean> {
    const head = await this.sequencer.head(tx, institutionId, AUDIT_STREAM);
    if (typeof head?.readTo !== 'number') return true;
    const waiting = await tx.query<object[]>(
      `SELECT 1 FROM audit_log WHERE institution_id = $1 AND written_in >= $2 AND at < $3 LIMIT 1`,
      [institutionId, head.readTo, end],
    );
    return waiting.length > 0;
  }

  /** The last number after `previous` whose row is older than `end`; `previous` when there is none. */
  private async lastSeqBefore(tx: Tx, institutionId: number, previous: number, end: Date): Promise<number> {
    const [row] = await tx.query<{ seq: string | null }[]>(
      `SELECT max(c.seq) AS seq FROM audit_chain c
         JOIN audit_log a ON a.institution_id = c.institution_id AND a.id = c.audit_log_id
        WHERE c.institution_id = $1 AND c.seq > $2 AND a.at < $3`,
      [institutionId, previous, end],
    );
    return Number(row?.seq ?? previous);
  }
}

async function* asSinglePiece(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
