import type { LineCursor, LinesDigest } from './line-cursor';

/** A date as the number that cursors have: 20261121. */
export const dayNumber = (date: string): number => Number(date.replaceAll('-', ''));

/** The date of such a number. */
export function dateOfDay(day: number): string {
  const digits = String(day);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Cuts the lines of a cursor into segments, each of which ends with a date. */
export class SegmentSplitter {
  /** Of the segments that are complete, in their order. */
  readonly digests: LinesDigest[] = [];
  private readonly ends: number[];

  /** @param throughs the last dates of the segments, ascending */
  constructor(
    private readonly cursor: LineCursor,
    throughs: readonly string[],
  ) {
    this.ends = throughs.map(dayNumber);
    if (this.ends.length === 0) cursor.stopHashing();
  }

  /** Called on every line: ends the segments before it. */
  pass(): void {
    while (this.digests.length < this.ends.length && this.cursor.day > this.ends[this.digests.length]!) this.end();
  }

  /** Ends the last segments when no line is left. */
  finish(): void {
    while (this.digests.length < this.ends.length) this.end();
  }

  private end(): void {
    this.digests.push(this.cursor.cut());
    if (this.digests.length === this.ends.length) this.cursor.stopHashing();
  }
}
