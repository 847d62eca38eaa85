import fc from 'fast-check';
import type { FieldRelation } from '../../src/common/openapi/field-relations.decorator';
import { flattened, type Schema, type Schemas } from '../fuzz/api-schema';
import { keepsRelation } from './field-relations';

/** Longest text and list that is generated, unless more is required. */
const TEXT_MAX = 60;
const ELEMENTS_MAX = 3;

type BoundedSchema = Schema & { 'x-max-decimals'?: number; 'x-field-rules'?: FieldRelation[] };

/** A day before today everywhere. */
const YESTERDAY = new Date(Date.now() - 2 * 86_400_000);

/** JSON Schema counts code points. U+0000 is refused everywhere (docs/api/conventions.md#fields-and-bodies). */
function fits({ minLength = 0, maxLength = Infinity }: Schema, text: string): boolean {
  const length = [...text].length;
  return length >= minLength && length <= maxLength && !text.includes('\0') && text.isWellFormed();
}

/** A card number, by the digits before its check digit. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = Math.max(TEXT_MAX, minLength), allOf = [] } = schema;
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].filter((text) => text !== undefined);
  if (format === 'date')
    return fc.oneof(days(new Date('1900-01-01'), YESTERDAY), days()).map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time') return days(new Date('2027-01-01')).map((date) => date.toISOString());
  if (format === 'email') return fc.stringMatching(/^[a-z]{1,10}\.[a-z]{1,10}@[a-z]{1,10}\.(com|ng)$/);
  if (format === 'card-number') return fc.stringMatching(/^\d{15}$/).map(withCheckDigit);
  if (format === 'ip') return fc.ipV4();
  if (format === 'uri') return fc.webUrl();
  const base =
    patterns[0] === undefined
      ? fc.oneof(
          fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, Math.max(TEXT_MAX, minLength)) }),
          fc.constant('x'.repeat(Math.min(maxLength, 10_000))),
        )
      : fc.stringMatching(new RegExp(patterns[0], 'u'), { size: '-1' });
  return base.filter((text) => fits(schema, text) && patterns.every((other) => new RegExp(other, 'u').test(text)));
}

const days = (min = new Date('1900-01-01'), max = new Date('2999-12-31')): fc.Arbitrary<Date> =>
  fc.date({ min, max, noInvalidDate: true });

function numbers(schema: BoundedSchema): fc.Arbitrary<number> {
  const { minimum = -1e9, maximum = 1e9, 'x-max-decimals': places = 2 } = schema;
  if (schema.type === 'integer') return fc.integer({ min: minimum, max: maximum });
  const scale = 10 ** places;
  return fc
    .oneof(
      fc.maxSafeInteger().map((whole) => whole % (maximum * scale)),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom(minimum * scale, Math.min(maximum * scale, Number.MAX_SAFE_INTEGER)),
    )
    .map((units) => Math.round(Math.abs(units)) / scale)
    .filter((value) => value >= minimum && value <= maximum);
}

/** Those of the values that keep the rules between their fields. */
export function keeping<Fields extends object>(
  values: fc.Arbitrary<Fields>,
  relations: FieldRelation[],
): fc.Arbitrary<Fields> {
  const today = YESTERDAY.toISOString().slice(0, 10);
  return values.filter((fields) =>
    relations.every((relation) => keepsRelation(relation, fields as Record<string, unknown>, today)),
  );
}

/** Each required field and any of the others. */
function objects(
  schemas: Schemas,
  { properties = {}, required = [], 'x-field-rules': relations = [] }: BoundedSchema,
): fc.Arbitrary<unknown> {
  const arbitraries = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, valuesOf(schemas, inner)]),
  );
  return keeping(fc.record(arbitraries, { requiredKeys: required }), relations);
}

/** Values that a schema allows, without null: a field that may be null may also be left out. */
export function valuesOf(schemas: Schemas, written: Schema): fc.Arbitrary<unknown> {
  const schema = flattened(schemas, written) as BoundedSchema;
  if (schema.enum) return fc.constantFrom(...schema.enum.filter((value) => value !== null));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return lists(schemas, schema);
    case 'object':
      return schema.properties ? objects(schemas, schema) : fc.constantFrom({}, { colour: 'blue' });
    default:
      return fc.constantFrom<unknown>({}, { tags: ['a'] }, [1, 2]);
  }
}

function lists(
  schemas: Schemas,
  { items = {}, minItems = 0, maxItems = 50, uniqueItems }: Schema,
): fc.Arbitrary<unknown> {
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, ELEMENTS_MAX)) };
  const elements = valuesOf(schemas, items);
  return uniqueItems ? fc.uniqueArray(elements, bounds) : fc.array(elements, bounds);
}
