import { createHash } from 'node:crypto';
import { sha256 } from '../../common/crypto/digest';

/** Bytes of the mark of a row: the first of its SHA-256. They only name a row; the root alone decides. */
const MARK_BYTES = 4;
const HEAD_BYTES = 10;
const CHUNK_BYTES = 64 * 1024;
/** Entries of one posting: their leg is a `smallint`. */
const LEGS_MAX = 32_767;

/** The marks of a posting and its entries. */
export interface PostingMarks {
  postingId: number;
  posting: number;
  entries: number[];
}

/** The mark of a row, from the bytes of its line. */
export function markOf(line: Buffer): number {
  return sha256(line).readUInt32BE(0);
}

/**
 * Writes marks: for each posting its id (8 bytes, big-endian), the number of its entries (2), its mark and theirs (4
 * each).
 */
export class MarksWriter {
  private readonly hash = createHash('sha256');
  private chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  private filled = 0;
  private readonly full: Buffer[] = [];

  add({ postingId, posting, entries }: PostingMarks): void {
    if (entries.length > LEGS_MAX) throw new RangeError(`The posting ${postingId} has too many entries.`);
    const size = HEAD_BYTES + MARK_BYTES * (1 + entries.length);
    if (this.filled + size > this.chunk.length) this.handOver(size);
    let at = this.chunk.writeBigUInt64BE(BigInt(postingId), this.filled);
    at = this.chunk.writeUInt16BE(entries.length, at);
    at = this.chunk.writeUInt32BE(posting, at);
    for (const mark of entries) at = this.chunk.writeUInt32BE(mark, at);
    this.filled = at;
  }

  /** The bytes since the last call that fill a chunk. */
  take(): Buffer[] {
    return this.full.splice(0);
  }

  /** The last bytes. */
  finish(): { rest: Buffer[]; marksHash: string } {
    this.handOver(0);
    return { rest: this.take(), marksHash: this.hash.digest('hex') };
  }

  private handOver(nextBytes: number): void {
    const bytes = this.chunk.subarray(0, this.filled);
    this.hash.update(bytes);
    if (bytes.length > 0) this.full.push(bytes);
    this.chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, nextBytes));
    this.filled = 0;
  }
}

/** Reads marks one after the other. */
export class MarksReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** @returns undefined at the end, and where the bytes are no marks */
  next(): PostingMarks | undefined {
    const { bytes, at } = this;
    if (at + HEAD_BYTES + MARK_BYTES > bytes.length) return undefined;
    const count = bytes.readUInt16BE(at + 8);
    const end = at + HEAD_BYTES + MARK_BYTES * (1 + count);
    if (end > bytes.length) return undefined;
    this.at = end;
    const entriesAt = at + HEAD_BYTES + MARK_BYTES;
    return {
      postingId: Number(bytes.readBigUInt64BE(at)),
      posting: bytes.readUInt32BE(at + HEAD_BYTES),
      entries: Array.from({ length: count }, (_, leg) => bytes.readUInt32BE(entriesAt + leg * MARK_BYTES)),
    };
  }

  /** The ids of all postings. */
  static idsIn(bytes: Buffer): Set<number> {
    const ids = new Set<number>();
    const reader = new MarksReader(bytes);
    for (let marks = reader.next(); marks; marks = reader.next()) ids.add(marks.postingId);
    return ids;
  }
}
