import { createHash } from 'node:crypto';
import type { DocumentMimeType } from './document.entity';
import { formatOf, MAGIC_LENGTH } from './document-format';

/** A content on its way to a store. Gives its format from the first bytes, and its size and digest at the end. */
export class IncomingContent {
  /** Bytes so far. */
  size = 0;
  /** The error of the source, if it failed. Kept because stores may wrap it in another error. */
  failure: Error | undefined;
  private readonly source: AsyncIterator<Buffer>;
  private readonly hash = createHash('sha256');
  private readonly head: Buffer[] = [];

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The format; undefined when it is not supported. Call it once, before `bytes`. */
  async readFormat(): Promise<DocumentMimeType | undefined> {
    while (this.size < MAGIC_LENGTH) {
      const piece = await this.next();
      if (!piece) break;
      this.head.push(piece);
    }
    return formatOf(Buffer.concat(this.head));
  }

  /** The whole content. Call it once. */
  async *bytes(): AsyncGenerator<Buffer> {
    yield* this.head;
    for (let piece = await this.next(); piece; piece = await this.next()) yield piece;
  }

  /** Reads the rest only for size and digest. */
  async discard(): Promise<void> {
    while (await this.next());
  }

  /** Digest of the whole content as 64 hexadecimal digits. Call it once, at the end. */
  sha256(): string {
    return this.hash.digest('hex');
  }

  private async next(): Promise<Buffer | undefined> {
    try {
      const next = await this.source.next();
      if (next.done === true) return undefined;
      this.hash.update(next.value);
      this.size += next.value.length;
      return next.value;
    } catch (error) {
      this.failure = error as Error;
      throw error;
    }
  }
}
