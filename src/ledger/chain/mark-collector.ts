import type { LedgerVisitor } from './ledger-walk';
import type { EntryCursor, PostingCursor } from './line-cursor';
import { markOf, MarksWriter } from './row-marks';

/** Collects the marks of a segment's rows while it is sealed. */
export class MarkCollector implements LedgerVisitor {
  private readonly writer = new MarksWriter();
  private postingMark = 0;
  private entryMarks: number[] = [];

  posting(posting: PostingCursor): void {
    this.postingMark = markOf(posting.line);
    this.entryMarks = [];
  }

  entry(entry: EntryCursor): void {
    this.entryMarks.push(markOf(entry.line));
  }

  postingEnd({ id: postingId }: PostingCursor): void {
    this.writer.add({ postingId, posting: this.postingMark, entries: this.entryMarks });
  }

  /** @throws Error: the entries are found through their postings, so they differ in their business date */
  orphan({ postingId, leg }: EntryCursor): never {
    throw new Error(`The entry ${leg} of the posting ${postingId} has another business date than its posting.`);
  }

  /** The bytes since the last call that fill a chunk. */
  take(): Buffer[] {
    return this.writer.take();
  }

  /** The last bytes. */
  finish(): ReturnType<MarksWriter['finish']> {
    return this.writer.finish();
  }
}
