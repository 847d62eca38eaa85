import fc from 'fast-check';
import type { Schema } from './api-schema';

/** Text of a body that no value of ours can stand for, such as `1e400`. */
export class RawJson {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

const NUMBERS: unknown[] = [
  ...[
    0,
    -1,
    0.001,
    0.01,
    0.005,
    -0.01,
    1e-7,
    1.1 + 2.2,
    2 ** 31,
    2 ** 53 - 1,
    -(2 ** 53),
    1e15,
    1e21,
    90_071_992_547_409.91,
    1_000_000_000,
  ],
  ...[
    '1e400',
    '-1e400',
    '-0',
    '9007199254740993',
    '9223372036854775808',
    '0.1e-400',
    '100000000000000000000000000000000',
  ].map((text) => new RawJson(text)),
];

const TEXTS = [
  ...[
    '',
    ' ',
    'a\0b',
    '\u{d800}',
    'x\udc00',
    '\r\nX: y',
    'a\tb\n',
    '\u202etxet',
    'e\u0301',
    '😀'.repeat(40),
    '\u2028',
    '\u00a0',
    '\ufeff',
    'İıſ',
    '١٢٣٤٥٦٧٨٩٠',
    '０１２３',
  ],
  ...[
    'x'.repeat(101),
    'x'.repeat(5_000),
    '%',
    '_',
    '\\',
    "'; SELECT 1; --",
    '../../etc/passwd',
    '=1+1',
    '<b>',
    '{{x}}',
    '{{#x}}',
    '{{{',
    '$1',
    'a,b',
    '"',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    'true',
    '1e3',
    '0x10',
    '-0',
    '-1',
    '00',
    '1.00',
    '1.001',
    '9007199254740993',
    '9223372036854775808',
    '99999999999999999999',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '-000001-01-01',
    '2026-11-21',
    '1900-02-29',
    '2026-11-21T00:00:00Z',
    '2026-11-21T25:61:00Z',
    '2026-W47',
    '20261121',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'A@b.example',
    'a@b',
    '08031234567',
    '+2348031234567',
    '0000000000',
    '1010',
    'Active',
    'asc',
  ],
];

const nested = (open: string, close: string, depth: number): RawJson =>
  new RawJson(open.repeat(depth) + '1' + close.repeat(depth));

const OF_ANOTHER_TYPE: unknown[] = [
  ...[
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [{}],
    { a: 1 },
    { length: 1 },
    [1, 'x'],
    Array.from({ length: 2_000 }, () => 1),
  ],
  ...[
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    '{"toString":1}',
    '{"a":1,"a":2}',
    '{"then":1}',
    '{"$ref":"x"}',
  ].map((text) => new RawJson(text)),
  ...[
    nested('[', ']', 30),
    nested('[', ']', 63),
    nested('[', ']', 5_000),
    nested('{"a":', '}', 62),
    nested('{"a":', '}', 3_000),
  ],
];

/** Values that the schema admits, or that lie just beyond what it admits. */
function valuesNear(schema: Schema): unknown[] {
  const { enum: words = [], example, minimum, maximum, minLength, maxLength } = schema;
  const limits = [minimum, maximum].filter((limit) => limit !== undefined);
  const lengths = [minLength, maxLength].filter((length) => length !== undefined && length <= 10_000) as number[];
  return [
    ...words,
    ...(example === undefined ? [] : [example, [example], JSON.stringify(example), Number(example)]),
    ...limits.flatMap((limit) => [limit - 1, limit - 0.01, limit, limit + 0.01, limit + 1]),
    ...lengths.flatMap((length) =>
      ['x', '7', 'é', '😀'].flatMap((letter) => [
        letter.repeat(length),
        letter.repeat(length + 1),
        letter.repeat(Math.max(0, length - 1)),
      ]),
    ),
    ...(schema.type === 'array'
      ? [
          Array.from({ length: (schema.maxItems ?? 100) + 1 }, () => exampleOf(schema.items ?? {})),
          [exampleOf(schema.items ?? {}), exampleOf(schema.items ?? {})],
        ]
      : []),
  ];
}

/** A value that is valid by its schema. */
export function exampleOf({ example, enum: words, type, minimum }: Schema): unknown {
  if (example !== undefined) return example;
  if (words) return words[0];
  return { array: [], boolean: true, integer: minimum ?? 1, number: minimum ?? 1, object: {}, string: 'text' }[
    type ?? 'string'
  ];
}

/**
 * Values for one place of a request: near its schema, of other types, of any kind.
 * @param known identifiers of records that exist, so that a record of another kind comes where one is asked for.
 */
export function valuesFor(schema: Schema, known: unknown[]): fc.Arbitrary<unknown> {
  const near = valuesNear(schema);
  // No text can be generated from a pattern with look-ahead.
  const patterned =
    schema.pattern === undefined || schema.pattern.includes('(?')
      ? []
      : [{ weight: 2, arbitrary: fc.stringMatching(new RegExp(schema.pattern, 'u')) }];
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return fc.oneof(
    ...(near.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...near) }] : []),
    { weight: isNumber ? 1 : 4, arbitrary: fc.constantFrom<unknown>(...TEXTS) },
    { weight: isNumber ? 5 : 2, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 3, arbitrary: fc.constantFrom(...OF_ANOTHER_TYPE) },
    { weight: 2, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.double() },
    ...patterned,
  );
}

/** A value that looks right to a careless eye: a number in quotes, an array where one object belongs. */
export function ofAnotherType({ type, oneOf }: Schema): unknown {
  if (oneOf) return true;
  return { array: {}, boolean: 'true', integer: '1', number: '1', object: [], string: ['text'] }[type ?? 'string'];
}
