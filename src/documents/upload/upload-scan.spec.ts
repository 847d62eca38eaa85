import * as fc from 'fast-check';
import { parseJsonStrictly } from '../../common/http/json-text';
import { type ScanLimits, UploadScan } from './upload-scan';

const FIELDS_MAX_BYTES = 20_000;
const ONE: ScanLimits = { fieldsMaxBytes: FIELDS_MAX_BYTES, contentsMax: 1, isOutermost: true };
const MANY: ScanLimits = { fieldsMaxBytes: FIELDS_MAX_BYTES, contentsMax: 3, isOutermost: false };

interface Scanned {
  content: Buffer;
  fields: unknown;
}

/** Scans a text that arrives in pieces of `size` bytes. `#` replaces the content in the fields. */
function scan(text: string, size = text.length, limits = ONE): Scanned {
  const content: Buffer[] = [];
  const scanned = new UploadScan({ write: (bytes) => void content.push(bytes), end: () => '#' }, limits);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += Math.max(1, size))
    scanned.write(bytes.subarray(at, at + Math.max(1, size)));
  return { content: Buffer.concat(content), fields: scanned.value() };
}

const FILE = Buffer.from('%PDF-1.7 and more');
const CONTENT = FILE.toString('base64url');

describe('UploadScan', () => {
  it.each([
    ['first', `{"content":"${CONTENT}","a":1}`, { content: '#', a: 1 }],
    ['last', `{"a":1,"content":"${CONTENT}"}`, { content: '#', a: 1 }],
    ['alone, with white space', ` { "content"\n:\t"${CONTENT}" } `, { content: '#' }],
    ['under a key with escapes', `{"\\u0063on\\u0074ent":"${CONTENT}"}`, { content: '#' }],
    [
      'after a deceptive text',
      `{"a":"\\"content\\":\\"x","b":"content","content":"${CONTENT}"}`,
      { a: '"content":"x', b: 'content', content: '#' },
    ],
    [
      'after nested contents',
      `{"a":{"content":"x y"},"b":["content",{"content":"*"}],"content":"${CONTENT}"}`,
      { a: { content: 'x y' }, b: ['content', { content: '*' }], content: '#' },
    ],
  ])('finds the content %s in pieces of any size', (_, text, fields) => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      const scanned = scan(text, size);
      expect(scanned.content.equals(FILE)).toBe(true);
      expect(scanned.fields).toEqual(fields);
    }
  });

  it('accepts padding that a serialiser has escaped', () => {
    const escaped = Buffer.from('%PDF-').toString('base64').replaceAll('=', '\\u003d');
    expect(escaped).toContain('\\u003d');
    for (const size of [1, 4, 100]) expect(scan(`{"content":"${escaped}"}`, size).content.toString()).toBe('%PDF-');
  });

  it.each([
    ['none', '{"a":1}', { a: 1 }],
    ['a number', '{"content":5}', { content: 5 }],
    ['null', '{"content":null,"a":"content"}', { content: null, a: 'content' }],
    ['an object', '{"content":{"content":"x y","a":"b"}}', { content: { content: 'x y', a: 'b' } }],
    ['a list', '{"content":["x y"]}', { content: ['x y'] }],
    ['one in a list of bodies', '[{"content":"x y"}]', [{ content: 'x y' }]],
    ['an empty body', '', undefined],
  ])('leaves a content that is not a text unchanged: %s', (_, text, fields) => {
    for (const size of [1, 1_000]) expect(scan(text, size)).toEqual({ content: Buffer.alloc(0), fields });
  });

  it.each([
    `{"content":"${CONTENT}"`,
    `{"content":"${CONTENT}`,
    `{"content":"${CONTENT}",}`,
    `{"content":"${CONTENT}"}}`,
    `{"content":"${CONTENT}"} x`,
    `{"content":"${CONTENT}" "b"}`,
    `{"content":1 "${CONTENT}"}`,
    `{"content" "${CONTENT}"}`,
    `{content:"${CONTENT}"}`,
    `{"a":1,"content":"${CONTENT}","content":"${CONTENT}"}`,
    `{"content":"${CONTENT}","content":"*"}`,
    `{"content":"${CONTENT}","content":1}`,
    `{"content":1,"content":"${CONTENT}"}`,
    `{"content":"${CONTENT}","c\\u006fntent":"${CONTENT}"}`,
    `{"a":1,"a":2,"content":"${CONTENT}"}`,
    `{"__proto__":1,"content":"${CONTENT}"}`,
    `{"a":"\\u0000","content":"${CONTENT}"}`,
    `"content":"${CONTENT}"`,
  ])('refuses %p like the parser of other bodies', (text) => {
    expect(() => parseJsonStrictly(text)).toThrow(expect.objectContaining({ name: 'JsonTextError' }));
    for (const size of [1, 5, 1_000])
      expect(() => scan(text, size)).toThrow(expect.objectContaining({ name: 'JsonTextError' }));
  });

  it.each(['JVBERi0x*', 'JVBE\\nRi0x', 'JVBE\\x', '\\u0041\\u0041\\u0041\\u0041', '\\u4142JVBE', 'JVBE\nRi0x', ''])(
    'refuses the content %p',
    (content) => {
      for (const size of [1, 1_000])
        expect(() => scan(`{"content":"${content}"}`, size)).toThrow(
          expect.objectContaining({ code: 'DOCUMENT_UNREADABLE' }),
        );
    },
  );

  it('refuses fields above the size limit', () => {
    const room = FIELDS_MAX_BYTES - '{"a":""}'.length;
    expect(scan(`{"a":"${'x'.repeat(room)}"}`).fields).toEqual({ a: 'x'.repeat(room) });
    expect(() => scan(`{"a":"${'x'.repeat(room + 1)}"}`)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    );
  });

  it('finds the contents of a list at any depth', () => {
    const document = `{"fileName":"a.pdf","content":"${CONTENT}"}`;
    for (const size of [1, 7, 1_000]) {
      const scanned = scan(`{"a":{"list":[${document},${document}]},"b":1}`, size, MANY);
      expect(scanned.content.equals(Buffer.concat([FILE, FILE]))).toBe(true);
      expect(scanned.fields).toEqual({
        a: {
          list: [
            { fileName: 'a.pdf', content: '#' },
            { fileName: 'a.pdf', content: '#' },
          ],
        },
        b: 1,
      });
    }
  });

  it('refuses more contents than a body may have', () => {
    const document = `{"content":"${CONTENT}"}`;
    const of = (count: number): string => `[${Array<string>(count).fill(document).join(',')}]`;
    expect(scan(of(3), 10, MANY).fields).toHaveLength(3);
    expect(() => scan(of(4), 10, MANY)).toThrow('has more than 3 documents');
  });

  it('reads any JSON like the parser of other bodies', () => {
    const key = fc.constantFrom('content', 'a', 'b');
    const value = fc.jsonValue({ maxDepth: 3 });
    const member = fc.tuple(
      key,
      fc.oneof(
        value,
        fc.base64String().map((text) => Buffer.from(text, 'base64').toString('base64url')),
      ),
    );
    const outcome = (read: () => unknown): unknown => {
      try {
        return read();
      } catch {
        return 'refused';
      }
    };
    fc.assert(
      fc.property(fc.array(member, { maxLength: 4 }), fc.nat(20), (members, size) => {
        const pairs = members.map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content)}`);
        const text = `{${pairs.join(',')}}`;
        const expected = outcome(() => {
          const value = parseJsonStrictly(text) as Record<string, unknown>;
          if (typeof value.content !== 'string') return value;
          if (
            !/^[A-Za-z0-9_-]+$/.test(value.content) ||
            Buffer.from(value.content, 'base64url').toString('base64url') !== value.content
          )
            throw new Error();
          return { ...value, content: '#' };
        });
        expect(outcome(() => scan(text, size + 1).fields)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
