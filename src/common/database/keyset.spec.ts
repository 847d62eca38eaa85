import { behind, Keyset, orderBy, type SortKey } from './keyset';

const AT: SortKey = { column: 't.at', type: 'instant' };
const ID: SortKey = { column: 't.id', type: 'bigint' };
const NAME: SortKey = { column: 't.name', type: 'text', isPattern: true };
const AMOUNT: SortKey = { column: 't.amount', type: 'bigint', isNullable: true };

function sqlOf(keys: readonly SortKey[], direction: 'ASC' | 'DESC', values: (string | null)[]): [string, string[]] {
  const placed: string[] = [];
  const text = behind({ keys, direction }, values, (value) => `$${placed.push(value)}`);
  return [text, placed];
}

describe('the rows behind a row', () => {
  it('are a range of the index of their keys', () => {
    expect(sqlOf([AT, ID], 'DESC', ['2026-11-24T10:00:00.000Z', '7'])).toEqual([
      '(t.at, t.id) < (CAST($1 AS timestamptz), CAST($2 AS bigint))',
      ['2026-11-24T10:00:00.000Z', '7'],
    ]);
    expect(sqlOf([ID], 'ASC', ['7'])).toEqual(['(t.id) > (CAST($1 AS bigint))', ['7']]);
  });

  it('are compared as the index of a name compares them', () => {
    const [text] = sqlOf([NAME, ID], 'ASC', ['okafor', '7']);
    expect(text).toBe(
      '(t.name ~>=~ CAST($1 AS text) AND (t.name ~>~ CAST($1 AS text) OR (t.id > CAST($2 AS bigint) OR (t.id = CAST($2 AS bigint) AND false))))',
    );
    expect(orderBy({ keys: [NAME, ID], direction: 'DESC' })).toBe('t.name USING ~>~, t.id DESC');
  });

  it('include the rows without a value, which come last upwards and first downwards', () => {
    expect(sqlOf([AMOUNT, ID], 'ASC', ['5', '7'])[0]).toContain('OR t.amount IS NULL');
    expect(sqlOf([AMOUNT, ID], 'DESC', ['5', '7'])[0]).not.toContain('IS NULL');
    expect(sqlOf([AMOUNT, ID], 'DESC', [null, '7'])).toEqual([
      expect.stringMatching(/^\(\(t\.amount IS NULL AND .*\) OR t\.amount IS NOT NULL\)$/),
      ['7'],
    ]);
    expect(sqlOf([AMOUNT, ID], 'ASC', [null, '7'])[0]).toMatch(/^\(t\.amount IS NULL AND /);
  });
});

describe('the page of a list', () => {
  const list = (parameters: object): Keyset =>
    new Keyset('t', { keys: [ID], direction: 'ASC' }, { PageNumber: 1, PageSize: 2, ...parameters });

  it('has a cursor while rows follow', () => {
    const { rows, nextAfter } = list({}).cut([1, 2, 3], (id) => [String(id)]);
    expect(rows).toEqual([1, 2]);
    expect(list({ After: nextAfter! }).position()).toEqual(['2']);
  });

  it('has none at the end', () => {
    expect(list({}).cut([1, 2], (id) => [String(id)])).toEqual({ rows: [1, 2], nextAfter: null });
  });

  it('is not named by number and cursor at once', () => {
    const After = list({}).after(['2']);
    expect(() => list({ After, PageNumber: 2 }).position()).toThrow();
  });
});
