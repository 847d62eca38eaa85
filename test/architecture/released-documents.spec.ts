import { readFileSync } from 'node:fs';
import type { Schema } from '../fuzz/api-schema';
import { breakingChanges, type Content, type ReleasedDocument } from '../openapi/breaking-changes';

const read = <Content>(file: string): Content => JSON.parse(readFileSync(`openapi/${file}`, 'utf8')) as Content;

/** Breaking changes that were decided on, with the reason that the release notes give. */
const ACCEPTED = read<Record<string, Record<string, string>>>('released/accepted-changes.json');

describe('the OpenAPI documents, compared with those of the last release', () => {
  it.each(['openapi.json', 'admin.json', 'gateway.json'])('%s breaks no caller except as accepted', (file) => {
    const found = breakingChanges(read(`released/${file}`), read(file));
    expect(found.sort()).toEqual(Object.keys(ACCEPTED[file] ?? {}).sort());
  });
});

const PAYMENT: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['account', 'amount'],
  properties: {
    account: { type: 'string', maxLength: 20 },
    amount: { type: 'number', format: 'double', minimum: 0.01 },
    channel: { type: 'string', enum: ['Branch', 'Mobile'] },
    note: { type: ['string', 'null'] } as unknown as Schema,
    parts: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/Part' } },
  },
};
const PAID: Schema = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer' },
    status: { type: 'string', enum: ['Done', 'Held'] },
    narration: { type: 'string' },
  },
};

/** A released document of one operation. */
function released(): ReleasedDocument & { components: { schemas: Record<string, Schema> } } {
  const content = (name: string): Content => ({
    'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
  });
  return structuredClone({
    paths: {
      '/pay': {
        post: {
          operationId: 'pay',
          security: [{ bearer: [] }],
          parameters: [{ in: 'query', name: 'Mode', schema: { type: 'string' as const } }],
          requestBody: { required: false, content: content('Payment') },
          responses: { 200: { content: content('Paid'), headers: { 'x-correlation-id': {} } }, 422: {} },
        },
      },
    },
    components: {
      schemas: {
        Payment: PAYMENT,
        Paid: PAID,
        Part: { type: 'object' as const, properties: { share: { type: 'integer' as const } } },
      },
    },
  });
}
type Release = ReturnType<typeof released>;
type Change = (
  document: Release,
  payment: Schema & { properties: Record<string, Schema> },
  paid: typeof payment,
) => void;

const pay = ({ paths }: Release): ReleasedDocument['paths'][string][string] => paths['/pay']!.post!;

const BREAKING: [string, Change][] = [
  ['POST /pay: the operation is gone', ({ paths }) => delete paths['/pay']],
  ['POST /pay: the operation is named payNow', (document) => (pay(document).operationId = 'payNow')],
  ['POST /pay: callers identify themselves by key', (document) => (pay(document).security = [{ key: [] }])],
  ['POST /pay: query Mode is gone', (document) => (pay(document).parameters = [])],
  ['POST /pay: query Mode is required', (document) => (pay(document).parameters![0]!.required = true)],
  [
    'POST /pay: header request-reference is required',
    (document) =>
      pay(document).parameters!.push({ in: 'header', name: 'request-reference', required: true, schema: {} }),
  ],
  ['POST /pay: the body is required', (document) => (pay(document).requestBody!.required = true)],
  ['POST /pay: body.note is gone', (_, { properties }) => delete properties.note],
  ['POST /pay: body.channel is required', (_, { required }) => required!.push('channel')],
  [
    'POST /pay: body.amount is integer and was number',
    (_, { properties }) => (properties.amount = { type: 'integer' }),
  ],
  [
    'POST /pay: body.amount has the format float and had double',
    (_, { properties }) => (properties.amount!.format = 'float'),
  ],
  ['POST /pay: body.amount has minimum 100 and had 0.01', (_, { properties }) => (properties.amount!.minimum = 100)],
  ['POST /pay: body.account has maxLength 10 and had 20', (_, { properties }) => (properties.account!.maxLength = 10)],
  [
    'POST /pay: body.account has minLength 10 and had none',
    (_, { properties }) => (properties.account!.minLength = 10),
  ],
  ['POST /pay: body.account has another pattern: ^1', (_, { properties }) => (properties.account!.pattern = '^1')],
  ['POST /pay: body.channel takes Mobile no longer', (_, { properties }) => properties.channel!.enum!.pop()],
  ['POST /pay: body.note takes null no longer', (_, { properties }) => (properties.note!.type = 'string')],
  ['POST /pay: body.parts refuses equal elements', (_, { properties }) => (properties.parts!.uniqueItems = true)],
  ['POST /pay: body.parts[].share is required', ({ components }) => (components.schemas.Part!.required = ['share'])],
  [
    'POST /pay: body has the new rule {"rule":"not-together","fields":["note","channel"]}',
    (_, payment) =>
      Object.assign(payment, { 'x-field-rules': [{ rule: 'not-together', fields: ['note', 'channel'] }] }),
  ],
  ['POST /pay: answers 200 no longer', (document) => delete pay(document).responses[200]],
  ['POST /pay: may answer 202', (document) => (pay(document).responses[202] = {})],
  [
    'POST /pay: 200 has the header x-correlation-id no longer',
    (document) => delete pay(document).responses[200]!.headers,
  ],
  ['POST /pay: 200.narration is gone', (_, __, { properties }) => delete properties.narration],
  ['POST /pay: 200.status may be absent', (_, __, { required }) => required!.pop()],
  ['POST /pay: 200.id is number and was integer', (_, __, { properties }) => (properties.id = { type: 'number' })],
  ['POST /pay: 200.status has the new value Late', (_, __, { properties }) => properties.status!.enum!.push('Late')],
  [
    'POST /pay: 200.narration may be null',
    (_, __, { properties }) => (properties.narration = { type: ['string', 'null'] } as unknown as Schema),
  ],
];

/** What callers may leave alone. */
const HARMLESS: [string, Change][] = [
  ['an operation more', ({ paths }) => (paths['/more'] = {})],
  ['an optional field of a request', (_, { properties }) => (properties.memo = { type: 'string' })],
  [
    'a field of an answer',
    (_, __, { properties, required }) => {
      properties.fee = { type: 'number' };
      required!.push('fee');
    },
  ],
  ['a value that a request may have', (_, { properties }) => properties.channel!.enum!.push('Web')],
  ['a wider bound', (_, { properties }) => (properties.account!.maxLength = 40)],
  ['a field that need not be sent any more', (_, { required }) => required!.pop()],
  ['a refusal more', (document) => (pay(document).responses[409] = {})],
];

function changed(change: Change): string[] {
  const after = released();
  change(after, after.components.schemas.Payment as never, after.components.schemas.Paid as never);
  return breakingChanges(released(), after);
}

describe('breakingChanges', () => {
  it.each(BREAKING)('finds: %s', (text, change) => {
    expect(changed(change)).toEqual([text]);
  });

  it.each(HARMLESS)('lets pass %s', (_, change) => {
    expect(changed(change)).toEqual([]);
  });
});
