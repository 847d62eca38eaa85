import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { IdAllocator } from '../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { DocumentStoreSelector } from '../../documents/storage/document-store-selector';
import { hasPostings, type LineSpan } from './copied-rows';
import { LedgerReading } from './ledger-reading';
import { LedgerSegment } from './ledger-segment.entity';
import { walkLedger } from './ledger-walk';
import { EntryCursor, type LinesDigest, PostingCursor } from './line-cursor';
import { MarkCollector } from './mark-collector';
import { type Seal, sealFooter } from './seal-file';
import { ledgerSealText, type SegmentFacts, segmentRoot } from './segment-text';

type SpanReading = Pick<LedgerReading, 'postings' | 'entries' | 'lastPostedAt' | 'close'>;

/** The reading of a span without postings, for which no connections are opened. */
const NOTHING: SpanReading = {
  postings: noLines,
  entries: noLines,
  lastPostedAt: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

/** A segment before it is stored. */
interface NewSegment {
  seal: Seal;
  lastPostedAt: Date | null;
}

/**
 * Seals the closed business dates of a ledger: computes the root of their rows and of the segment before, signs it, and
 * stores the seal's file in the document store (docs/ledger-proof.md#sealing). It reads on connections of its own and
 * takes no lock that a posting waits for.
 */
@Injectable()
export class LedgerSeals {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly stores: DocumentStoreSelector,
    private readonly ids: IdAllocator,
    private readonly config: AppConfig,
  ) {}

  /**
   * Seals the dates after the last segment and up to a closed one. The caller must know that no posting can be booked
   * on them any more.
   *
   * @returns the number of rows; undefined when the date is sealed already
   * @throws Error when an entry has no posting
   */
  async sealThrough(institutionId: number, through: string): Promise<number | undefined> {
    const { last, span, isEmpty } = await this.unitOfWork.read(institutionId, (tx) =>
      nextSpan(tx, institutionId, through),
    );
    if (last && last.through >= through) return undefined;
    const { current: store } = this.stores;
    const key = { institutionId, documentId: await this.ids.next() };
    let sealed: NewSegment | undefined;
    const reading = isEmpty ? NOTHING : await LedgerReading.open(this.config, institutionId);
    try {
      await store.save(
        key,
        this.file(reading, institutionId, span, last, (segment) => (sealed = segment)),
      );
    } catch (error) {
      await store.remove(key).catch(() => undefined);
      throw error;
    } finally {
      await reading.close();
    }
    const { seal, lastPostedAt } = sealed!;
    const { publicKey: _, ...facts } = seal;
    const isOurs = await this.store({
      ...facts,
      lastPostedAt,
      storage: store.storage,
      documentId: key.documentId,
    });
    // Another process has sealed the date meanwhile.
    if (!isOurs) await store.remove(key);
    return isOurs ? seal.postings + seal.entries : undefined;
  }

  /** The bytes of the seal's file, as the rows are read. */
  private async *file(
    reading: SpanReading,
    institutionId: number,
    span: LineSpan,
    previous: LedgerSegment | null,
    done: (segment: NewSegment) => void,
  ): AsyncGenerator<Buffer> {
    const postedAt = await reading.lastPostedAt(span);
    const postings = new PostingCursor(reading.postings(span));
    const entries = new EntryCursor(reading.entries(span));
    const marks = new MarkCollector();
    for await (const _ of walkLedger(postings, entries, marks)) yield* marks.take();
    const { rest, marksHash } = marks.finish();
    yield* rest;
    const facts = factsOf(institutionId, span, previous, { postings: postings.cut(), entries: entries.cut() });
    const seal = this.sealed(facts, marksHash);
    yield sealFooter(seal);
    done({ seal, lastPostedAt: postedAt ?? previous?.lastPostedAt ?? null });
  }

  private sealed(facts: SegmentFacts, marksHash: string): Seal {
    const root = segmentRoot(facts);
    const keys = this.config.auditSigningKeys;
    if (!keys) return { ...facts, root, marksHash, keyId: null, signature: null, publicKey: null };
    const { currentKeyId: keyId } = keys;
    const { signature } = keys.sign(ledgerSealText({ root, marksHash, keyId }));
    const [current] = keys.publicKeys();
    return { ...facts, root, marksHash, keyId, signature: signature.toString('base64'), publicKey: current!.publicKey };
  }

  /** @returns false when another process has stored the segment */
  private store(segment: Omit<LedgerSegment, 'sealedAt'>): Promise<boolean> {
    return this.unitOfWork.run(segment.institutionId, async (tx) => {
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(LedgerSegment)
        .values(segment)
        .orIgnore()
        .returning('through')
        .execute();
      return (inserted.raw as unknown[]).length > 0;
    });
  }
}

/** The newest segment; null before the first. */
function lastSegment(tx: Tx, institutionId: number): Promise<LedgerSegment | null> {
  return tx.findOne(LedgerSegment, { where: { institutionId }, order: { through: 'DESC' } });
}

/** The dates behind the last segment, and whether nothing was posted on them. */
async function nextSpan(
  tx: Tx,
  institutionId: number,
  through: string,
): Promise<{ last: LedgerSegment | null; span: LineSpan; isEmpty: boolean }> {
  const last = await lastSegment(tx, institutionId);
  const span = { after: last?.through ?? null, through, postedAfter: last?.lastPostedAt ?? null };
  const [found] = await tx.query<[{ hasPostings: boolean }]>(hasPostings(institutionId, span));
  return { last, span, isEmpty: !found.hasPostings };
}

/** The lines of nothing. */
async function* noLines(): AsyncGenerator<Buffer> {}

function factsOf(
  institutionId: number,
  { after, through }: LineSpan,
  previous: LedgerSegment | null,
  lines: Record<'postings' | 'entries', LinesDigest>,
): SegmentFacts {
  return {
    institutionId,
    after,
    through,
    postings: lines.postings.rows,
    entries: lines.entries.rows,
    postingsHash: lines.postings.hash.toString('hex'),
    entriesHash: lines.entries.hash.toString('hex'),
    previousRoot: previous?.root ?? null,
  };
}
