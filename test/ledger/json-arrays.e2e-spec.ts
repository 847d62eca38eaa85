import { jsonArray } from '../../src/ledger/engine/array-literals';
import { TestApp } from '../support/app';

const TEXTS = [
  'plain',
  '',
  '"quoted", {braced} and, with commas',
  'back\\slash \\" and \\\\',
  'line\nbreak\r\n\ttab\b\f\v\u0001\u001f\u007f',
  'Ọláṣadé 😀 \u2028\u2029\ufeff',
  'NULL',
  "it's $1",
  'lone \ud83d surrogate',
];

describe('JSON as an array of PostgreSQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('reads back as it was written, whatever its texts hold', async () => {
    const documents = [...TEXTS.map((text) => JSON.stringify({ text, [text]: [text, null, 1.5] })), null];
    const rows = await app.rows<{ document: unknown; text: string | null }>(
      `SELECT u.document::json AS document, u.document AS text
         FROM unnest($1::text[]) WITH ORDINALITY AS u (document, place) ORDER BY place`,
      [jsonArray(documents)],
    );
    expect(rows.map(({ text }) => text)).toEqual(documents);
    expect(rows.map(({ document }) => document)).toEqual(
      documents.map((document) => (document === null ? null : (JSON.parse(document) as unknown))),
    );
  });
});
