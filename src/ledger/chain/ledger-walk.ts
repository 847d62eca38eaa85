import type { EntryCursor, PostingCursor } from './line-cursor';

/** Receives the rows of a ledger in their order. The cursors stand on the row that is meant. */
export interface LedgerVisitor {
  /** A posting, before its entries. */
  posting(posting: PostingCursor): void;
  /** An entry of the last posting. */
  entry(entry: EntryCursor, posting: PostingCursor): void;
  /** The end of the entries of a posting. */
  postingEnd(posting: PostingCursor): void;
  /** An entry whose posting is not there. */
  orphan(entry: EntryCursor): void;
}

const isBefore = (entry: EntryCursor, posting: PostingCursor): boolean =>
  entry.day < posting.day || (entry.day === posting.day && entry.postingId < posting.id);

/**
 * Goes through postings and entries together, by business date and posting id. It yields from time to time, so that the
 * caller can hand on what it has collected.
 * @throws UnreadableLineError
 */
export async function* walkLedger(
  postings: PostingCursor,
  entries: EntryCursor,
  visitor: LedgerVisitor,
): AsyncGenerator<void> {
  await postings.refill();
  await entries.refill();
  while (!postings.ended) {
    while (!entries.ended && isBefore(entries, postings)) {
      visitor.orphan(entries);
      if (!entries.step()) await entries.refill();
    }
    visitor.posting(postings);
    while (!entries.ended && entries.postingId === postings.id && entries.day === postings.day) {
      visitor.entry(entries, postings);
      if (!entries.step()) {
        await entries.refill();
        yield;
      }
    }
    visitor.postingEnd(postings);
    if (!postings.step()) {
      await postings.refill();
      yield;
    }
  }
  while (!entries.ended) {
    visitor.orphan(entries);
    if (!entries.step()) await entries.refill();
  }
}
