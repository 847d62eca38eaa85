import { createHash, type Hash } from 'node:crypto';
import { type Exact, exact } from './exact-number';

const [TAB, NEWLINE, MINUS, ZERO, NINE, CREDIT, DEBIT] = [9, 10, 45, 48, 57, 99, 100];
/** So many digits are a safe number. */
const SAFE_DIGITS = 15;

/** A line that does not have the form of docs/ledger-proof.md#lines. */
export class UnreadableLineError extends Error {
  override readonly name = 'UnreadableLineError';
}

/** The hash and number of lines up to a cut. */
export interface LinesDigest {
  hash: Buffer;
  rows: number;
}

/**
 * Goes through the lines of a stream of blocks. `step` goes to the next line of the block and is false at its end;
 * `refill` then gets the next block. The bytes of the lines are hashed block by block, not line by line.
 */
export abstract class LineCursor {
  /** No line is left. */
  ended = false;
  /** The business date as a number, such as 20261121. */
  day = 0;
  protected at = 0;
  private block: Buffer = Buffer.of();
  private start = 0;
  private next = 0;
  private hashedTo = 0;
  private hash: Hash | undefined;
  private rows = 0;

  /** @param hashes false where nobody asks for digests */
  constructor(
    private readonly blocks: AsyncIterator<Buffer>,
    hashes = true,
  ) {
    if (hashes) this.hash = createHash('sha256');
  }

  /** Reads the fields of the line that begins at `at`. */
  protected abstract read(): void;

  /** The bytes of the line, with the newline. Valid until the next step. */
  get line(): Buffer {
    return this.block.subarray(this.start, this.next);
  }

  /** The text of the fields. */
  get fields(): string[] {
    return this.block.toString('utf8', this.start, this.next - 1).split('\t');
  }

  /** @throws UnreadableLineError */
  step(): boolean {
    this.start = this.next;
    if (this.start >= this.block.length) return false;
    const end = this.block.indexOf(NEWLINE, this.start);
    if (end < 0) throw new UnreadableLineError('The last line is not whole.');
    this.next = end + 1;
    this.at = this.start;
    this.read();
    this.rows += 1;
    return true;
  }

  /** Goes to the first line of the next block. @throws UnreadableLineError */
  async refill(): Promise<void> {
    do {
      this.digestTo(this.block.length);
      const result = await this.blocks.next();
      if (result.done) {
        this.ended = true;
        return;
      }
      this.block = result.value;
      this.start = this.next = this.hashedTo = 0;
    } while (!this.step());
  }

  /** The digest of the lines since the last cut and before the present one, which begins the next digest. */
  cut(): LinesDigest {
    this.digestTo(this.ended ? this.block.length : this.start);
    const present = this.ended ? 0 : 1;
    const digest = { hash: this.hash!.digest(), rows: this.rows - present };
    this.hash = createHash('sha256');
    this.rows = present;
    return digest;
  }

  /** Hashes no more: what follows is in no segment. */
  stopHashing(): void {
    this.hash = undefined;
  }

  private digestTo(end: number): void {
    if (end > this.hashedTo) this.hash?.update(this.block.subarray(this.hashedTo, end));
    this.hashedTo = end;
  }

  /** `2026-11-21` and the tab after it, as 20261121. */
  protected readDay(): number {
    const { block, at } = this;
    const digit = (offset: number): number => block[at + offset]! - ZERO;
    const day =
      (digit(0) * 1000 + digit(1) * 100 + digit(2) * 10 + digit(3)) * 10_000 +
      (digit(5) * 10 + digit(6)) * 100 +
      digit(8) * 10 +
      digit(9);
    if (block[at + 4] !== MINUS || block[at + 7] !== MINUS || block[at + 10] !== TAB || !(day > 10_000_000))
      throw new UnreadableLineError('The first field is not a date.');
    this.at += 11;
    return day;
  }

  /** A whole number and the tab after it. */
  protected readNumber(): Exact {
    const { block } = this;
    const from = this.at;
    const isNegative = block[from] === MINUS;
    let at = isNegative ? from + 1 : from;
    let value = 0;
    for (; at < this.next; at += 1) {
      const code = block[at]!;
      if (code < ZERO || code > NINE) break;
      value = value * 10 + (code - ZERO);
    }
    const digits = at - from - (isNegative ? 1 : 0);
    if (digits === 0 || block[at] !== TAB) throw new UnreadableLineError('A field is not a whole number.');
    this.at = at + 1;
    if (digits > SAFE_DIGITS) return exact(BigInt(block.toString('latin1', from, at)));
    return isNegative ? -value : value;
  }

  /** An id or a number of a sequence: below 2^53. */
  protected readId(): number {
    const value = this.readNumber();
    if (typeof value !== 'number') throw new UnreadableLineError('An id is above 2^53.');
    return value;
  }

  /** `debit` or `credit` and the tab after it. */
  protected readIsDebit(): boolean {
    const first = this.block[this.at];
    if (first !== DEBIT && first !== CREDIT) throw new UnreadableLineError('A side is neither debit nor credit.');
    this.at += first === DEBIT ? 6 : 7;
    return first === DEBIT;
  }
}

/** The lines of postings (`POSTING_LINE`). */
export class PostingCursor extends LineCursor {
  id = 0;
  debitTotal: Exact = 0;
  creditTotal: Exact = 0;

  protected read(): void {
    this.day = this.readDay();
    this.id = this.readId();
    this.debitTotal = this.readNumber();
    this.creditTotal = this.readNumber();
  }
}

/** The lines of entries (`ENTRY_LINE`). */
export class EntryCursor extends LineCursor {
  postingId = 0;
  leg = 0;
  accountId = 0;
  seq = 0;
  isDebit = false;
  amount: Exact = 0;
  balanceAfter: Exact = 0;
  debitsAfter: Exact = 0;
  creditsAfter: Exact = 0;

  protected read(): void {
    this.day = this.readDay();
    this.postingId = this.readId();
    this.leg = this.readId();
    this.accountId = this.readId();
    this.seq = this.readId();
    this.isDebit = this.readIsDebit();
    this.amount = this.readNumber();
    this.balanceAfter = this.readNumber();
    this.debitsAfter = this.readNumber();
    this.creditsAfter = this.readNumber();
  }
}

/** The lines of accounts (`ACCOUNT_LINE`). */
export class AccountCursor extends LineCursor {
  id = 0;
  seq = 0;
  debits: Exact = 0;
  credits: Exact = 0;

  protected read(): void {
    this.id = this.readId();
    this.seq = this.readId();
    this.debits = this.readNumber();
    this.credits = this.readNumber();
  }
}
