/** A field of a form or filter, as `console/scripts/generate.mjs` writes it from the API's document. */
export interface Field {
  /** Kind of the value; `json` is an object whose fields the document does not name. */
  k: 'json' | 'string' | 'naira' | 'number' | 'integer' | 'boolean' | 'date' | 'time' | 'object' | 'array' | 'text';
  /** Its name above the input, for a field that is not of the document. */
  t?: string;
  /** Present when the field is required. */
  r?: 1;
  /** The values to choose from, and their names where the values are numbers. */
  o?: (string | number)[];
  l?: string[];
  /** The server's value where none is sent. */
  def?: unknown;
  min?: number;
  max?: number;
  minLen?: number;
  len?: number;
  pat?: string;
  /** Help. */
  d?: string;
  /** Fields of an object, and the kind of an array's items. */
  f?: Fields;
  i?: Field;
}

export type Fields = Record<string, Field>;

/** Fields by the id of their operation. */
export type FieldsOfOperations = Record<string, Fields | undefined>;

let filters: Promise<FieldsOfOperations> | undefined;
let forms: Promise<FieldsOfOperations> | undefined;

/** The query parameters of all operations; loaded with the first list, not with the page. */
export function loadFilters(): Promise<FieldsOfOperations> {
  filters ??= import('../api/filters.gen.json').then((module) => module.default as unknown as FieldsOfOperations);
  return filters;
}

/** The fields of the bodies of all operations; loaded with the first form. */
export function loadForms(): Promise<FieldsOfOperations> {
  forms ??= import('../api/fields.gen.json').then((module) => module.default as unknown as FieldsOfOperations);
  return forms;
}
