/** Writes numbers as a PostgreSQL array literal, which is faster than the driver's own encoding. */
export function numberArray(values: (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/**
 * Writes JSON texts as a PostgreSQL array literal, which is faster than the driver's own encoding. JSON has no control
 * characters, so that its own quoting of a text is that of an array.
 */
export function jsonArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => (text === null ? 'NULL' : JSON.stringify(text))).join(',')}}`;
}
