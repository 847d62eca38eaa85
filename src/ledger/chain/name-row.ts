import type { LineDates } from './copied-rows';
import { type LedgerMisfit, misfit } from './ledger-misfit';
import { type LedgerVisitor, walkLedger } from './ledger-walk';
import { EntryCursor, PostingCursor } from './line-cursor';
import type { LedgerLines } from './recompute-ledger';
import { markOf, MarksReader, type PostingMarks } from './row-marks';
import { dateOfDay, dayNumber } from './segment-splitter';

/**
 * The first row of a segment that is not the one that was sealed, by its mark.
 * @param marks of the segment's seal
 * @returns undefined when every row has its mark
 */
export async function nameRow(lines: LedgerLines, dates: LineDates, marks: Buffer): Promise<LedgerMisfit | undefined> {
  const search = new MarkSearch(dates, marks);
  const postings = new PostingCursor(lines.postings(dates), false);
  for await (const _ of walkLedger(postings, new EntryCursor(lines.entries(dates), false), search))
    if (search.found) break;
  search.end();
  return search.found;
}

class MarkSearch implements LedgerVisitor {
  found: LedgerMisfit | undefined;
  private readonly after: number;
  private readonly through: number;
  private readonly reader: MarksReader;
  private sealed: PostingMarks | undefined;
  private entries: { mark: number; accountId: number; leg: number }[] = [];
  private posting_ = 0;

  constructor(
    dates: LineDates,
    private readonly marks: Buffer,
  ) {
    this.after = dates.after === null ? 0 : dayNumber(dates.after);
    this.through = dayNumber(dates.through);
    this.reader = new MarksReader(marks);
  }

  posting(posting: PostingCursor): void {
    if (!this.isIn(posting.day)) return;
    this.entries = [];
    this.posting_ = markOf(posting.line);
  }

  entry(entry: EntryCursor): void {
    if (!this.isIn(entry.day)) return;
    this.entries.push({ mark: markOf(entry.line), accountId: entry.accountId, leg: entry.leg });
  }

  orphan(entry: EntryCursor): void {
    if (!this.isIn(entry.day)) return;
    const { postingId, leg, accountId } = entry;
    const known = MarksReader.idsIn(this.marks).has(postingId);
    this.note(
      known
        ? misfit('row-deleted', `The posting ${postingId} was deleted; its entries are still there.`, {
            day: dateOfDay(entry.day),
            postingId,
          })
        : misfit('row-inserted', `The entry ${leg} of the posting ${postingId} was inserted.`, {
            day: dateOfDay(entry.day),
            postingId,
            leg,
            accountId,
          }),
    );
  }

  postingEnd({ day, id }: PostingCursor): void {
    if (!this.isIn(day) || this.found) return;
    this.sealed = this.reader.next();
    const place = { day: dateOfDay(day), postingId: id };
    if (this.sealed?.postingId !== id) return this.otherPosting(place);
    if (this.sealed.posting !== this.posting_)
      return this.note(misfit('row-changed', `The posting ${id} was changed after it was sealed.`, place));
    this.entryOf(this.sealed, place);
  }

  /** Called when no row is left. */
  end(): void {
    const left = this.found ? undefined : this.reader.next();
    if (left) this.note(deleted(left.postingId, { day: dateOfDay(this.through), postingId: left.postingId }));
  }

  private entryOf(sealed: PostingMarks, place: { day: string; postingId: number }): void {
    const { entries } = this;
    const at = entries.findIndex(({ mark }, index) => mark !== sealed.entries[index]);
    const entry = entries[at];
    if (!entry && entries.length === sealed.entries.length) return;
    const id = place.postingId;
    if (entries.length < sealed.entries.length)
      return this.note(
        misfit(
          'row-deleted',
          `An entry of the posting ${id} was deleted: the one at place ${at < 0 ? entries.length + 1 : at + 1}.`,
          {
            ...place,
            leg: at < 0 ? entries.length + 1 : at + 1,
          },
        ),
      );
    const { leg, accountId } = entry!;
    const inserted = entries.length > sealed.entries.length;
    this.note(
      misfit(
        inserted ? 'row-inserted' : 'row-changed',
        inserted
          ? `The entry ${leg} of the posting ${id} was inserted after the posting was sealed.`
          : `The entry ${leg} of the posting ${id}, on the account ${accountId}, was changed after it was sealed.`,
        { ...place, leg, accountId },
      ),
    );
  }

  private otherPosting(place: { day: string; postingId: number }): void {
    const sealed = this.sealed?.postingId;
    const isKnown = MarksReader.idsIn(this.marks).has(place.postingId);
    if (sealed !== undefined && isKnown) this.note(deleted(sealed, { ...place, postingId: sealed }));
    else
      this.note(misfit('row-inserted', `The posting ${place.postingId} was inserted after the day was sealed.`, place));
  }

  private isIn(day: number): boolean {
    return day > this.after && day <= this.through;
  }

  private note(found: LedgerMisfit): void {
    this.found ??= found;
  }
}

const deleted = (id: number, place: Partial<LedgerMisfit>): LedgerMisfit =>
  misfit('row-deleted', `The posting ${id} was deleted, or moved to another business date.`, place);
