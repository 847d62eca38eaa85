/** Writes numbers as a PostgreSQL array literal, which is faster than the driver's own encoding. */
export function numberArray(values: (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Writes bytes as a PostgreSQL array literal, which is faster than the driver's own encoding. */
export function byteaArray(values: readonly (Uint8Array | null)[]): string {
  return `{${values.map((bytes) => (bytes === null ? 'NULL' : `"\\\\x${hexOf(bytes)}"`)).join(',')}}`;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/**
 * Writes JSON texts as a PostgreSQL array literal, which is faster than the driver's own encoding. JSON has no control
 * characters, so that its own quoting of a text is that of an array.
 */
export function jsonArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : JSON.stringify(text))).join(',')}}`;
}
