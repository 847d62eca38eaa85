import { Injectable } from '@nestjs/common';
import { Between, LessThanOrEqual, MoreThan } from 'typeorm';
import { AUDIT_STREAM } from '../common/audit/audit-chain';
import { AuditChainLink } from '../common/audit/audit-chain-link.entity';
import { STORED_AUDIT_COLUMNS, type StoredAuditRow } from '../common/audit/audit-hash';
import { AppConfig } from '../common/config/app-config';
import type { PublicKeyText } from '../common/crypto/signing-keys';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Sequencer } from '../common/sequencer/sequencer';
import type { SequencerHead } from '../common/sequencer/sequencer-head.entity';
import { addDays, calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { DocumentStoreSelector } from '../documents/storage/document-store-selector';
import { Institution } from '../institutions/institution.entity';
import { AuditSeal } from './audit-seal.entity';
import { lastClosedDay } from './audit-seals';
import {
  backdatedMisfit,
  type ChainBase,
  chainMisfit,
  type CheckedLink,
  type Misfit,
  sealMisfit,
} from './chain-misfit';
import { sealDocument } from './seal-text';

/** Rows waiting for a number are counted up to here. */
const WAITING_MAX = 1_000;

/** A part of the chain to verify. */
export interface VerifiedPart {
  /** The number after which to begin; 0 for the beginning. */
  after: number;
  /** The most rows to verify. */
  rows: number;
}

/** The result for a part of the chain. */
export interface AuditVerification {
  /** Null when everything fits. */
  firstMisfit: Misfit | null;
  verifiedRows: number;
  /** The last number of the part, and its chain hash in hexadecimal digits. */
  lastNumber: number;
  lastHash: string | null;
  /** Where the next part begins; null at the end, and after a misfit. */
  next: number | null;
  verifiedSeals: number;
  /** The first closed day without a seal; null when all are sealed. */
  unsealedSince: string | null;
  /** Rows that have no number yet, at most 1,000; they were written in the last seconds. */
  waitingRows: number;
  /** The keys that signatures were verified with; none when none is configured. */
  publicKeys: PublicKeyText[];
}

interface Page {
  base: ChainBase;
  links: CheckedLink[];
  /** The seal before those of this part. */
  previousSeal: AuditSeal | null;
  seals: AuditSeal[];
  head: SequencerHead | null;
  isLast: boolean;
}

/**
 * Compares the audit log with its chain and its seals, part by part, and names the first row that does not fit
 * (docs/api/audit-and-operations.md#verification).
 */
@Injectable()
export class AuditVerifier {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sequencer: Sequencer,
    private readonly stores: DocumentStoreSelector,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Verifies one part of the chain of an institution. */
  async verify(institutionId: number, part: VerifiedPart): Promise<AuditVerification> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await this.page(tx, institutionId, part);
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const misfit = await this.misfit(tx, institutionId, page, timeZone);
      const last = page.links.at(-1) ?? page.base;
      return {
        firstMisfit: misfit ?? null,
        verifiedRows: page.links.length,
        lastNumber: last.seq,
        lastHash: last.chainHash?.toString('hex') ?? null,
        next: misfit || page.isLast ? null : last.seq,
        verifiedSeals: page.seals.length,
        unsealedSince: await this.unsealedSince(tx, institutionId, timeZone),
        waitingRows: await this.waitingRows(tx, institutionId, page.head),
        publicKeys: this.config.auditSigningKeys?.publicKeys() ?? [],
      };
    });
  }

  /** The first seal whose document in the store is missing or not the signed text. */
  async documentMisfit(institutionId: number): Promise<Misfit | undefined> {
    const seals = await this.unitOfWork.read(institutionId, (tx) =>
      tx.find(AuditSeal, { where: { institutionId }, order: { day: 'ASC' } }),
    );
    for (const seal of seals) {
      const pieces: Buffer[] = [];
      const { storage, documentId } = seal;
      for await (const piece of this.stores.storeOf(storage).read({ institutionId, documentId })) pieces.push(piece);
      if (Buffer.concat(pieces).toString() !== sealDocument(seal, seal.signature))
        return {
          problem: 'seal-broken',
          number: seal.lastSeq,
          auditLogId: null,
          message: `The seal of ${seal.day} differs from its document in the document store.`,
        };
    }
    return undefined;
  }

  private async page(tx: Tx, institutionId: number, { after, rows: limit }: VerifiedPart): Promise<Page> {
    const stored = await tx.find(AuditChainLink, {
      where: { institutionId, seq: MoreThan(after) },
      order: { seq: 'ASC' },
      take: limit,
    });
    const rows = await this.rows(
      tx,
      institutionId,
      stored.map(({ auditLogId }) => auditLogId),
    );
    const links = stored.map((link) => ({ ...link, row: rows.get(link.auditLogId) }));
    const before = after === 0 ? null : await tx.findOneBy(AuditChainLink, { institutionId, seq: after });
    const end = links.at(-1)?.seq ?? after;
    return {
      base: { seq: after, chainHash: before?.chainHash ?? null },
      links,
      previousSeal: await tx.findOne(AuditSeal, {
        where: { institutionId, lastSeq: LessThanOrEqual(after) },
        order: { day: 'DESC' },
      }),
      seals: await tx.find(AuditSeal, {
        where: { institutionId, lastSeq: Between(after + 1, end) },
        order: { day: 'ASC' },
      }),
      head: await this.sequencer.head(tx, institutionId, AUDIT_STREAM),
      isLast: links.length < limit,
    };
  }

  private async rows(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, StoredAuditRow>> {
    const rows = await tx.query<StoredAuditRow[]>(
      `SELECT ${STORED_AUDIT_COLUMNS} FROM audit_log a WHERE a.institution_id = $1 AND a.id = ANY($2)`,
      [institutionId, ids],
    );
    return new Map(rows.map((row) => [Number(row.id), row]));
  }

  private async misfit(tx: Tx, institutionId: number, page: Page, timeZone: string): Promise<Misfit | undefined> {
    const { base, links, previousSeal, seals } = page;
    const hashes = new Map(links.map(({ seq, chainHash }) => [seq, chainHash]));
    return (
      chainMisfit(institutionId, base, links) ??
      sealMisfit(seals, previousSeal, (seq) => hashes.get(seq), this.config.auditSigningKeys) ??
      backdatedMisfit(links, previousSeal, seals, timeZone) ??
      (await this.insertedMisfit(tx, institutionId, page)) ??
      (page.isLast ? await this.endMisfit(tx, institutionId, page) : undefined)
    );
  }

  /** A row of the part's time that has no number, although the sequencer has passed its transaction. */
  private async insertedMisfit(
    tx: Tx,
    institutionId: number,
    { base, links, head, isLast }: Page,
  ): Promise<Misfit | undefined> {
    if (typeof head?.readTo !== 'number') return undefined;
    const [row] = await tx.query<{ id: string }[]>(
      `SELECT a.id FROM audit_log a
        WHERE a.institution_id = $1 AND (a.written_in IS NULL OR a.written_in < $2)
          AND ($3::bigint = 0 OR a.at >= (SELECT b.at FROM audit_log b JOIN audit_chain c
                ON c.institution_id = b.institution_id AND c.audit_log_id = b.id
               WHERE c.institution_id = $1 AND c.seq = $3))
          AND ($4::timestamptz IS NULL OR a.at <= $4)
          AND NOT EXISTS (SELECT 1 FROM audit_chain n WHERE n.institution_id = $1 AND n.audit_log_id = a.id)
        ORDER BY a.at, a.id LIMIT 1`,
      [institutionId, head.readTo, base.seq, isLast ? null : links.at(-1)!.row!.at],
    );
    if (!row) return undefined;
    return {
      problem: 'row-inserted',
      number: null,
      auditLogId: Number(row.id),
      message: `The row with the id ${row.id} has no number: it was not written by the program, or its number was deleted.`,
    };
  }

  /** The end of the chain that the sequencer, or a seal, remembers and that is no longer there. */
  private async endMisfit(tx: Tx, institutionId: number, { base, links, head }: Page): Promise<Misfit | undefined> {
    const last = links.at(-1) ?? base;
    const sealed = await tx.findOne(AuditSeal, { where: { institutionId }, order: { lastSeq: 'DESC' } });
    const expected = Math.max(head?.lastSeq ?? 0, sealed?.lastSeq ?? 0);
    const isComplete =
      last.seq === expected && (head?.lastHash ?? null)?.equals(last.chainHash ?? Buffer.of()) !== false;
    if (isComplete) return undefined;
    return {
      problem: 'end-missing',
      number: last.seq + 1,
      auditLogId: null,
      message: `The chain ends at the number ${last.seq}, but ${expected} was its last one.`,
    };
  }

  private async unsealedSince(tx: Tx, institutionId: number, timeZone: string): Promise<string | null> {
    const closed = lastClosedDay(this.clock.now(), timeZone);
    const last = await tx.findOne(AuditSeal, { where: { institutionId }, order: { day: 'DESC' } });
    if (last) return last.day < closed ? addDays(last.day, 1) : null;
    const [first] = await tx.query<{ at: Date }[]>(
      `SELECT at FROM audit_log WHERE institution_id = $1 ORDER BY at, id LIMIT 1`,
      [institutionId],
    );
    const since = first ? calendarDate(first.at, timeZone) : null;
    return since !== null && since <= closed ? since : null;
  }

  private async waitingRows(tx: Tx, institutionId: number, head: SequencerHead | null): Promise<number> {
    const [row] = await tx.query<{ waiting: string }[]>(
      `SELECT count(*) AS waiting FROM (SELECT 1 FROM audit_log
        WHERE institution_id = $1 AND written_in >= $2 LIMIT ${WAITING_MAX}) AS rows`,
      [institutionId, head?.readTo ?? 0],
    );
    return Number(row!.waiting);
  }
}
