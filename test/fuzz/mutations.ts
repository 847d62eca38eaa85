import fc from 'fast-check';
import type { DocumentedRoute } from './documented-routes';
import type { Mutation } from './fuzz-request';
import { exampleOf, RawJson, valuesFor } from './hostile-values';

const UNKNOWN_NAMES = [
  'unknown',
  '__proto__',
  'constructor',
  'toString',
  'institutionId',
  'institution_id',
  'id',
  'status',
  'balance',
  '',
  'a b',
  'é',
  'x'.repeat(300),
];

const BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '"text"',
  '1',
  'true',
  '{',
  '{"a":}',
  '{"a":1,"a":1}',
  '{"__proto__":{}}',
  '[[',
  '\ufeff{}',
  '{}{}',
  "{'a':1}",
  '{"a":1e400}',
  '{"\\ud800":1}',
  `{"a":${'['.repeat(70)}1${']'.repeat(70)}}`,
  '\0',
  `{"a":"${'x'.repeat(1_100_000)}"}`,
];

const SUFFIXES = [
  '/',
  '//',
  '/..',
  '/%2e%2e',
  '%00',
  '%zz',
  '%ff',
  ';a=b',
  '/extra',
  '%2f',
  '?',
  '?&',
  '?=',
  '?a[b]=c',
  '?__proto__=1',
  `/${'x'.repeat(300)}`,
];

const REFERENCES = [
  undefined,
  '',
  ' ',
  'x'.repeat(100),
  'x'.repeat(101),
  'é',
  '\u00ff\u00fe',
  'a\tb',
  "'",
  '%00',
  '__proto__',
];

const MEDIA_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;',
  'json',
  '',
];

/** Mutations of a route's requests: mostly one or two changed values, so that the rest is still read. */
export function mutationsOf(route: DocumentedRoute, known: unknown[]): fc.Arbitrary<Mutation[]> {
  const queries = route.places.filter(({ steps }) => steps[0] === 'query');
  const sets = route.places.map(({ steps, schema }) =>
    valuesFor(schema, known).map((value): Mutation => ({ kind: 'set', steps, value })),
  );
  const rights = route.places.map(({ steps, schema }) =>
    fc.constant<Mutation>({ kind: 'set', steps, value: exampleOf(schema) }),
  );
  const drops = route.places
    .filter(({ steps }) => steps[0] !== 'path')
    .map(({ steps }): Mutation => ({ kind: 'drop', steps }));
  const unknown = fc.record({
    part: fc.constantFrom('query', ...(route.body ? ['body'] : [])),
    name: fc.constantFrom(...UNKNOWN_NAMES),
    value: fc.constantFrom<unknown>(1, 'x', null, new RawJson('{"a":1}')),
  });
  const some = fc.oneof(
    { weight: 12, arbitrary: sets.length > 0 ? fc.oneof(...sets) : unknown.map(setUnknown) },
    ...(rights.length > 0 ? [{ weight: 4, arbitrary: fc.oneof(...rights) }] : []),
    ...(drops.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...drops) }] : []),
    ...(queries.length > 0
      ? [
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...queries)
              .chain(({ steps, schema }) =>
                valuesFor(schema, known).map((value): Mutation => ({ kind: 'repeat', name: String(steps[1]), value })),
              ),
          },
        ]
      : []),
    { weight: 1, arbitrary: unknown.map(setUnknown) },
  );
  const whole = fc.oneof(
    ...(route.body
      ? [{ weight: 2, arbitrary: fc.constantFrom(...BODIES).map((text): Mutation => ({ kind: 'text', text })) }]
      : []),
    ...(route.body
      ? [
          {
            weight: 1,
            arbitrary: fc
              .constantFrom(...MEDIA_TYPES)
              .map((value): Mutation => ({ kind: 'header', name: 'content-type', value })),
          },
        ]
      : []),
    ...(route.takesReference
      ? [
          {
            weight: 2,
            arbitrary: fc
              .constantFrom(...REFERENCES)
              .map((value): Mutation => ({ kind: 'header', name: 'request-reference', value })),
          },
        ]
      : []),
    { weight: 1, arbitrary: fc.constantFrom(...SUFFIXES).map((suffix): Mutation => ({ kind: 'address', suffix })) },
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(some, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: whole.map((mutation) => [mutation]) },
  );
}

const setUnknown = ({ part, name, value }: { part: string; name: string; value: unknown }): Mutation =>
  part === 'body' && name === '__proto__'
    ? { kind: 'text', text: '{"__proto__":{"admin":true}}' }
    : { kind: 'set', steps: [part, name], value };
