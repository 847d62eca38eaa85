/** Numbers of PostgreSQL's types `bytea` and `text`. */
const BYTEA = 17;
const TEXT = 25;
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * A `bytea[]` in PostgreSQL's binary form, which the driver sends as it is. Long elements cost a third of their text:
 * nobody writes or reads hexadecimal digits.
 */
export function byteaArray(values: readonly (Uint8Array | null)[]): Buffer {
  const array = begin(
    BYTEA,
    values.length,
    sum(values, (value) => value.length),
  );
  let at = HEAD_BYTES;
  for (const value of values) {
    at = array.writeInt32BE(value?.length ?? NULL_LENGTH, at);
    if (value === null) continue;
    array.set(value, at);
    at += value.length;
  }
  return array;
}

/** A `text[]` in the same form, for long texts: no sign in them is escaped. */
export function longTextArray(texts: readonly (string | null)[]): Buffer {
  const array = begin(
    TEXT,
    texts.length,
    sum(texts, (text) => Buffer.byteLength(text)),
  );
  let at = HEAD_BYTES;
  for (const text of texts) {
    const start = at + LENGTH_BYTES;
    const length = text === null ? 0 : array.write(text, start);
    array.writeInt32BE(text === null ? NULL_LENGTH : length, at);
    at = start + length;
  }
  return array;
}

/** An array of one dimension, counted from 1, with room for its elements. */
function begin(type: number, length: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD_BYTES + length * LENGTH_BYTES + bytes);
  const [dimensions, mayHaveNulls, firstIndex] = [1, 1, 1];
  [dimensions, mayHaveNulls, type, length, firstIndex].forEach((value, index) => array.writeInt32BE(value, index * 4));
  return array;
}

function sum<Value>(values: readonly (Value | null)[], bytesOf: (value: Value) => number): number {
  return values.reduce<number>((total, value) => total + (value === null ? 0 : bytesOf(value)), 0);
}
