import { arrayInsert } from './array-insert';

describe('an insert of rows that come as arrays', () => {
  const parts = { into: 'lien (institution_id, id, note)', fixed: ['$1::bigint'], arrays: ['bigint', 'text'] };

  it('has one text for any number of rows on an ordinary database', () => {
    expect(arrayInsert(parts).plain).toBe(
      'INSERT INTO lien (institution_id, id, note) SELECT $1::bigint, u.c1, u.c2 ' +
        'FROM unnest($2::bigint[], $3::text[]) AS u (c1, c2)',
    );
  });

  it('lists the rows on a distributed one, with the same parameters', () => {
    expect(arrayInsert(parts).distributed(2)).toBe(
      'INSERT INTO lien (institution_id, id, note) VALUES ($1::bigint, ($2::bigint[])[1], ($3::text[])[1]), ' +
        '($1::bigint, ($2::bigint[])[2], ($3::text[])[2])',
    );
  });

  it('selects many rows there too and returns from them, because a list grows with the square of the rows', () => {
    const insert = arrayInsert({ ...parts, rest: 'ON CONFLICT DO NOTHING' });
    expect(insert.distributed(8)).toMatch(/ VALUES .*\[8\]\) ON CONFLICT DO NOTHING$/);
    expect(insert.distributed(9)).toBe(`${insert.plain} RETURNING 1`);
  });

  it('makes values, keeps the order and ends alike in both forms', () => {
    const insert = arrayInsert({
      ...parts,
      values: ([id, note]) => [id!, `${note}::json`],
      isOrdered: true,
      rest: 'ON CONFLICT DO NOTHING',
    });
    expect(insert.plain).toMatch(
      /u\.c1, u\.c2::json FROM .* WITH ORDINALITY AS u \(c1, c2, place\) ORDER BY u\.place ON CONFLICT DO NOTHING$/,
    );
    expect(insert.distributed(1)).toMatch(/VALUES \(\$1::bigint, .*\[1\]::json\) ON CONFLICT DO NOTHING$/);
  });

  it('takes arrays that come as text', () => {
    const insert = arrayInsert({ ...parts, arrayFrom: (parameter) => `string_to_array(${parameter}, ',')` });
    expect(insert.plain).toContain("unnest(string_to_array($2, ','), string_to_array($3, ','))");
    expect(insert.distributed(1)).toContain("(string_to_array($2, ','))[1]");
  });
});
