/**
 * Keys that tell rows apart also where several have the same key, such as the legs of one posting: the second of them
 * is `20415#2`.
 * @returns the key of each of these rows.
 */
export function distinctKeys<R extends object>(rows: readonly R[], rowKey: (row: R) => string): (row: R) => string {
  const numbers = new Map<string, number>();
  const keys = new Map<R, string>();
  for (const row of rows) {
    const key = rowKey(row);
    const number = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, number);
    keys.set(row, number === 1 ? key : `${key}#${number}`);
  }
  return (row) => keys.get(row) ?? rowKey(row);
}
