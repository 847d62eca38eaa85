/** The type of an element that holds text. */
export type LeafType =
  | { kind: 'text'; min: number; max: number }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'pattern'; pattern: RegExp; max: number; words: string }
  | { kind: 'date-time' }
  /** Kobo as `bigint`; written as Naira with two places. */
  | { kind: 'amount'; mayBeNegative?: true }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'boolean' }
  /** Always written with this text. */
  | { kind: 'fixed'; text: string };

/** An element of a report, in the order of its list. */
export interface Field {
  element: string;
  /** The property of the model that has the value: the element in camel case. */
  key: string;
  isRequired: boolean;
  /** Fields inside the element; undefined for text. */
  fields?: readonly Field[];
  leaf?: LeafType;
  /** Set where the property is a list. */
  repeats?: { min: number };
  /** The element around each value of a list, such as `phone` in `phones`. */
  item?: string;
  /** The other element without which this one may not stand. */
  needs?: string;
}

type Options = Pick<Field, 'needs'>;

const camelCase = (element: string): string =>
  element.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function leaf(element: string, isRequired: boolean, type: LeafType, options: Options = {}): Field {
  return { element, key: camelCase(element), isRequired, leaf: type, ...options };
}

/** Text with bounds of its length. */
export const text = (element: string, isRequired: boolean, min: number, max: number, options?: Options): Field =>
  leaf(element, isRequired, { kind: 'text', min, max }, options);
export const code = (element: string, isRequired: boolean, codes: readonly string[], options?: Options): Field =>
  leaf(element, isRequired, { kind: 'codes', codes }, options);
export const dateTime = (element: string, isRequired: boolean, options?: Options): Field =>
  leaf(element, isRequired, { kind: 'date-time' }, options);
/** `type` is one of the other kinds. */
export const typed = (element: string, isRequired: boolean, type: LeafType, options?: Options): Field =>
  leaf(element, isRequired, type, options);
/** An element with fields inside. */
export const group = (element: string, isRequired: boolean, fields: readonly Field[]): Field => ({
  element,
  key: camelCase(element),
  isRequired,
  fields,
});
/** An element that repeats, each time with fields inside. */
export const repeated = (element: string, min: number, fields: readonly Field[]): Field => ({
  element,
  key: camelCase(element),
  isRequired: min > 0,
  fields,
  repeats: { min },
});
/** An element around a list, which may be empty where `min` is 0. */
export const listed = (
  element: string,
  isRequired: boolean,
  item: string,
  min: number,
  content: { fields: readonly Field[] } | { leaf: LeafType },
): Field => ({ element, key: camelCase(element), isRequired, repeats: { min }, item, ...content });

/** A value of the model. */
export type GoamlValue = string | number | bigint | boolean | GoamlNode | readonly (GoamlNode | string)[] | undefined;

/** A part of a report: values by key, and in words whose data it is. */
export interface GoamlNode {
  /** Such as `customer 00000012`; shown with what is missing. */
  readonly subject?: string;
  readonly [key: string]: GoamlValue;
}
