import { type CursorList, type KeyType, readCursor, writeCursor } from './page-cursor';

const LIST: CursorList = {
  name: 'message',
  order: 'm.created_at, m.id DESC',
  filters: { Status: 'Sent', PageSize: 20 },
};
const TYPES: KeyType[] = ['instant', 'bigint'];
const KEYS = ['2026-11-24T10:00:00.123Z', '42'];

const REFUSED = [{ field: 'After' }];

const encode = (elements: unknown): string => Buffer.from(JSON.stringify(elements)).toString('base64url');
const refusal = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as { details: { errors: unknown } }).details.errors;
  }
};

describe('cursors of lists', () => {
  it('give back the keys of their row', () => {
    expect(readCursor(writeCursor(LIST, KEYS), LIST, TYPES)).toEqual(KEYS);
    expect(readCursor(writeCursor(LIST, [KEYS[0]!, null]), LIST, TYPES)).toEqual([KEYS[0], null]);
  });

  it('fit another size of the page', () => {
    const other = { ...LIST, filters: { Status: 'Sent', PageSize: 50, PageNumber: 1, After: 'x', Channel: undefined } };
    expect(readCursor(writeCursor(LIST, KEYS), other, TYPES)).toEqual(KEYS);
  });

  it.each([
    ['list', { ...LIST, name: 'document' }],
    ['order', { ...LIST, order: 'm.created_at, m.id ASC' }],
    ['filter', { ...LIST, filters: { Status: 'Failed' } }],
    ['set of filters', { ...LIST, filters: {} }],
  ])('are refused by another %s', (_, other: CursorList) => {
    expect(refusal(() => readCursor(writeCursor(LIST, KEYS), other, TYPES))).toEqual([
      { field: 'After', message: 'belongs to another list, order or filter: begin again without it' },
    ]);
  });

  const fingerprint = (JSON.parse(Buffer.from(writeCursor(LIST, []), 'base64url').toString()) as string[])[1];
  it.each([
    ['no text of JSON', 'abc'],
    ['no list', encode({ a: 1 })],
    ['another version', encode([2, fingerprint, ...KEYS])],
    ['too few keys', encode([1, fingerprint, KEYS[0]])],
    ['too many keys', encode([1, fingerprint, ...KEYS, '1'])],
    ['a number in place of a text', encode([1, fingerprint, KEYS[0], 42])],
    ['an instant that is none', encode([1, fingerprint, '2026-13-45T10:00:00Z', '42'])],
    ['an instant on a day that does not exist', encode([1, fingerprint, '2026-02-30T10:00:00Z', '42'])],
    ['an instant of the year 0', encode([1, fingerprint, '0000-01-01T00:00:00Z', '42'])],
    ['SQL in place of a number', encode([1, fingerprint, KEYS[0], '1) OR (1=1'])],
    ['a number beyond those of the database', encode([1, fingerprint, KEYS[0], '9223372036854775808'])],
  ])('are refused when they have %s', (_, cursor) => {
    expect(refusal(() => readCursor(cursor, LIST, TYPES))).toEqual([
      { field: 'After', message: 'must be the nextAfter of an answer' },
    ]);
  });

  it.each(['2026-02-30', '0000-01-01', '2026-13-01'])('are refused with the date %s, which does not exist', (date) => {
    expect(refusal(() => readCursor(writeCursor(LIST, [date]), LIST, ['date']))).toMatchObject(REFUSED);
  });

  it('have only text that the database can store', () => {
    for (const text of ['a\0b', '\ud800', 'x'.repeat(1_001)])
      expect(refusal(() => readCursor(writeCursor(LIST, [text]), LIST, ['text']))).toMatchObject(REFUSED);
  });
});
