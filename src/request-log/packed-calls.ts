/** Calls of one institution: one text for each column, with a separator between the values. */
export interface InstitutionCalls {
  institutionId: number;
  calls: number;
  /** UTF-8. */
  columns: Buffer[];
}

const ROOM_AT_FIRST_BYTES = 256 * 1024;
const ROOM_MAX_BYTES = 16 * 1024 * 1024;
/** The most bytes of UTF-8 that one unit of a JavaScript text takes. */
const UTF8_MAX_BYTES = 3;

/**
 * Calls that wait to be written, as bytes in one buffer. As objects they would live until the next write, long enough
 * for V8 to move all of them to its old generation, and the whole heap would be collected three times as often
 * (docs/performance.md#old-generation).
 */
export class PackedCalls {
  private bytes = Buffer.allocUnsafeSlow(ROOM_AT_FIRST_BYTES);
  private usedBytes = 0;
  private waiting = 0;
  /** The institution of each call. */
  private readonly institutions: Float64Array;
  /** The end of each value in the buffer, call after call. */
  private readonly ends: Int32Array;
  private readonly separator: Buffer;

  constructor(
    private readonly columns: number,
    separator: string,
    private readonly callsMax: number,
  ) {
    this.separator = Buffer.from(separator);
    this.institutions = new Float64Array(callsMax);
    this.ends = new Int32Array(callsMax * columns);
  }

  get count(): number {
    return this.waiting;
  }

  /** @returns false where there is no room for the call. */
  add(institutionId: number, values: readonly string[]): boolean {
    if (this.count >= this.callsMax) return false;
    const mostBytes = values.reduce((sum, { length }) => sum + length, 0) * UTF8_MAX_BYTES;
    if (!this.makeRoom(mostBytes)) return false;
    values.forEach((value, column) => {
      this.usedBytes += this.bytes.write(value, this.usedBytes);
      this.ends[this.waiting * this.columns + column] = this.usedBytes;
    });
    this.institutions[this.waiting] = institutionId;
    this.waiting += 1;
    return true;
  }

  /** All calls, by institution. They no longer wait. */
  take(): InstitutionCalls[] {
    const byInstitution = new Map<number, number[]>();
    this.institutions.subarray(0, this.waiting).forEach((institutionId, call) => {
      const calls = byInstitution.get(institutionId);
      if (calls) calls.push(call);
      else byInstitution.set(institutionId, [call]);
    });
    const taken = [...byInstitution].map(([institutionId, calls]) => ({
      institutionId,
      calls: calls.length,
      columns: Array.from({ length: this.columns }, (_, column) => this.columnOf(calls, column)),
    }));
    this.usedBytes = 0;
    this.waiting = 0;
    return taken;
  }

  private columnOf(calls: readonly number[], column: number): Buffer {
    const separatorBytes = this.separator.length;
    const startOf = (at: number): number => (at > 0 ? this.ends[at - 1]! : 0);
    const places = calls.map((call) => call * this.columns + column);
    const valuesBytes = places.reduce((sum, at) => sum + this.ends[at]! - startOf(at), 0);
    const text = Buffer.allocUnsafe(valuesBytes + (calls.length - 1) * separatorBytes);
    let end = 0;
    for (const at of places) {
      if (at !== places[0]) end += this.separator.copy(text, end);
      end += this.bytes.copy(text, end, startOf(at), this.ends[at]);
    }
    return text;
  }

  private makeRoom(bytes: number): boolean {
    const needed = this.usedBytes + bytes;
    if (needed <= this.bytes.length) return true;
    if (needed > ROOM_MAX_BYTES) return false;
    const larger = Buffer.allocUnsafeSlow(Math.min(ROOM_MAX_BYTES, Math.max(needed, this.bytes.length * 2)));
    this.bytes.copy(larger, 0, 0, this.usedBytes);
    this.bytes = larger;
    return true;
  }
}
