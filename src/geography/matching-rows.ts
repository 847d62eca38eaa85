/** A list without pages. */
export interface FlatList<Row> {
  data: readonly Row[];
  recordCount: number;
}

export function flatList<Row>(data: readonly Row[]): FlatList<Row> {
  return { data, recordCount: data.length };
}

/** The rows that have all wanted values. Undefined values do not filter. */
export function matchingRows<Row extends object>(
  rows: readonly Row[],
  wanted: { [Field in keyof Row]?: Row[Field] | undefined },
): readonly Row[] {
  const fields = (Object.keys(wanted) as (keyof Row)[]).filter((field) => wanted[field] !== undefined);
  return fields.length === 0 ? rows : rows.filter((row) => fields.every((field) => row[field] === wanted[field]));
}
