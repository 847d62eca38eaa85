import { AccountStates } from './account-states';
import type { LineDates } from './copied-rows';
import { addExact, type Exact } from './exact-number';
import { type LedgerMisfit, misfit } from './ledger-misfit';
import { type LedgerVisitor, walkLedger } from './ledger-walk';
import {
  AccountCursor,
  EntryCursor,
  type LineCursor,
  type LinesDigest,
  PostingCursor,
  UnreadableLineError,
} from './line-cursor';
import { dateOfDay, SegmentSplitter } from './segment-splitter';

/** Streams of the lines of a ledger: a database, or the files of an export. */
export interface LedgerLines {
  /** @param dates of the lines that are needed; a source may give others too */
  postings(dates?: LineDates): AsyncIterator<Buffer>;
  entries(dates?: LineDates): AsyncIterator<Buffer>;
  accounts(): AsyncIterator<Buffer>;
}

/** What a check found. */
export interface RecomputedLedger {
  postings: number;
  entries: number;
  accounts: number;
  /** Of the segments asked for, in their order. */
  contents: { postings: LinesDigest; entries: LinesDigest }[];
  /** The first place where the rows do not fit each other. */
  misfit: LedgerMisfit | undefined;
}

/**
 * Reads every row once and computes again the sums of each posting, the running totals and numbers of each account, and
 * the hashes of the segments, with nothing from the program that wrote them (docs/ledger-proof.md#verification).
 *
 * @param throughs the last dates of the segments, ascending
 */
export async function recomputeLedger(lines: LedgerLines, throughs: readonly string[]): Promise<RecomputedLedger> {
  const postings = new PostingCursor(lines.postings());
  const entries = new EntryCursor(lines.entries());
  const check = new RowChecks(new SegmentSplitter(postings, throughs), new SegmentSplitter(entries, throughs));
  try {
    for await (const _ of walkLedger(postings, entries, check));
    check.finish();
    await recomputeAccounts(lines, check);
  } catch (error) {
    if (!(error instanceof UnreadableLineError)) throw error;
    check.unreadable(error, postings, entries);
  }
  return {
    postings: check.postings,
    entries: check.entries,
    accounts: check.states.count,
    contents: check.contents(),
    misfit: check.misfit,
  };
}

async function recomputeAccounts(lines: LedgerLines, check: RowChecks): Promise<void> {
  const accounts = new AccountCursor(lines.accounts(), false);
  for (await accounts.refill(); !accounts.ended;) {
    check.note(check.states.totalsMisfit(accounts));
    if (!accounts.step()) await accounts.refill();
  }
  check.note(check.states.totalsMissing());
}

/** The checks of each row. Only the first misfit is kept; hashing goes on. */
class RowChecks implements LedgerVisitor {
  postings = 0;
  entries = 0;
  misfit: LedgerMisfit | undefined;
  readonly states = new AccountStates();
  private debits: Exact = 0;
  private credits: Exact = 0;
  private legs = 0;
  private readonly lastPosting = { day: 0, id: 0 };
  private readonly lastEntry = { day: 0, id: 0, leg: 0 };

  constructor(
    private readonly postingSegments: SegmentSplitter,
    private readonly entrySegments: SegmentSplitter,
  ) {}

  posting(posting: PostingCursor): void {
    this.postings += 1;
    this.postingSegments.pass();
    this.debits = this.credits = this.legs = 0;
    const { day, id } = posting;
    const last = this.lastPosting;
    if (day < last.day || (day === last.day && id <= last.id))
      this.note(misfit('rows-out-of-order', `The posting ${id} is not after the posting ${last.id}.`, at(posting)));
    last.day = day;
    last.id = id;
  }

  entry(entry: EntryCursor): void {
    this.entries += 1;
    this.legs += 1;
    if (entry.isDebit) this.debits = addExact(this.debits, entry.amount);
    else this.credits = addExact(this.credits, entry.amount);
    this.anyEntry(entry);
  }

  postingEnd(posting: PostingCursor): void {
    const { debits, credits } = this;
    if (debits === credits && debits === posting.debitTotal && credits === posting.creditTotal && this.legs >= 2)
      return;
    this.note(
      misfit(
        'posting-unbalanced',
        `The posting ${posting.id} has ${this.legs} entries with debits of ${debits} and credits of ${credits} kobo; ` +
          `its totals are ${posting.debitTotal} and ${posting.creditTotal}.`,
        at(posting),
      ),
    );
  }

  orphan(entry: EntryCursor): void {
    this.entries += 1;
    this.note(
      misfit(
        'entry-without-posting',
        `The entry ${entry.leg} belongs to the posting ${entry.postingId}, which is not there.`,
        {
          day: dateOfDay(entry.day),
          postingId: entry.postingId,
          leg: entry.leg,
          accountId: entry.accountId,
        },
      ),
    );
    this.anyEntry(entry);
  }

  /** Ends the segments and looks for entries that still wait for the one before them. */
  finish(): void {
    this.postingSegments.finish();
    this.entrySegments.finish();
    this.note(this.states.missing());
  }

  contents(): RecomputedLedger['contents'] {
    const { digests } = this.entrySegments;
    return this.postingSegments.digests
      .slice(0, digests.length)
      .map((postings, index) => ({ postings, entries: digests[index]! }));
  }

  note(found: LedgerMisfit | undefined): void {
    this.misfit ??= found;
  }

  unreadable({ message }: UnreadableLineError, postings: PostingCursor, entries: EntryCursor): void {
    this.note(
      misfit('row-unreadable', `A line after the posting ${postings.id} and its entries cannot be read. ${message}`, {
        ...at(postings),
        leg: entries.leg,
      }),
    );
  }

  private anyEntry(entry: EntryCursor): void {
    this.entrySegments.pass();
    const last = this.lastEntry;
    const { day, postingId, leg } = entry;
    if (day < last.day || (day === last.day && (postingId < last.id || (postingId === last.id && leg <= last.leg))))
      this.note(
        misfit('rows-out-of-order', `The entry ${leg} of the posting ${postingId} is not after the entry before it.`, {
          day: dateOfDay(day),
          postingId,
          leg,
        }),
      );
    last.day = day;
    last.id = postingId;
    last.leg = leg;
    // After the first misfit, the states of accounts say nothing new.
    if (!this.misfit) this.note(this.states.add(entry));
  }
}

const at = ({ day, id }: LineCursor & { id: number }): Partial<LedgerMisfit> => ({
  day: day === 0 ? null : dateOfDay(day),
  postingId: id,
});
