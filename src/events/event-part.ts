/** One event of a change: its type, and columns of the changed row as the database writes them in JSON. */
export interface EventPart {
  type: string;
  row: EventRow;
  /** On the first part of a posting: columns that all its parts have. */
  shared?: EventRow;
}

/** Columns by name; amounts are in kobo. */
export type EventRow = Readonly<Record<string, string | number | boolean | null>>;
