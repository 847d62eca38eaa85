/** A field of a form or filter, as `console/scripts/generate.mjs` writes it from the API's document. */
export interface Field {
  /** Kind of the value. */
  k: 'string' | 'naira' | 'number' | 'integer' | 'boolean' | 'date' | 'time' | 'object' | 'array' | 'text';
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

export interface OperationFields {
  query?: Fields;
  body?: Fields;
}

let loaded: Promise<Record<string, OperationFields>> | undefined;

/** The fields of all operations; loaded with the first list or form, not with the page. */
export function loadFields(): Promise<Record<string, OperationFields>> {
  loaded ??= import('../api/fields.gen.json').then(
    (module) => module.default as unknown as Record<string, OperationFields>,
  );
  return loaded;
}
