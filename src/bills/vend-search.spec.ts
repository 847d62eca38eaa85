import { vendSearch } from './vend-search';

const FROM = new Date('2026-11-01T00:00:00Z');

const FIRST = { offset: 0, limit: 20, position: undefined };

describe('vendSearch', () => {
  it('searches the debited and the waiting vends of one institution', () => {
    const { page, count, values } = vendSearch(7, {});
    for (const statement of [page('Desc', FIRST).text, count(10)]) {
      expect(statement.match(/v\.institution_id = \$1 AND v\.kind = 'bill-vend'/g)).toHaveLength(2);
      expect(statement).toMatch(/FROM payout v .*FROM posting v WHERE .*v\.status <> 'Posted'/);
    }
    expect(values).toEqual([7]);
  });

  it('reads each branch no further than the end of the page', () => {
    const { text: statement } = vendSearch(7, {}).page('Asc', { offset: 40, limit: 20, position: undefined });
    expect(statement.match(/LIMIT 60/g)).toHaveLength(2);
    expect(statement).toMatch(/ORDER BY at ASC, id ASC LIMIT 20 OFFSET 40$/);
    expect(
      vendSearch(7, {})
        .count(11)
        .match(/LIMIT 11/g),
    ).toHaveLength(3);
  });

  it('passes the search criteria only as values', () => {
    const { page, values } = vendSearch(7, {
      reference: "x' OR 1=1",
      accountNumber: '0123456789',
      from: FROM,
      until: FROM,
      vendStatus: 'Pending',
    });
    expect(values).toEqual([
      7,
      "x' OR 1=1",
      FROM,
      FROM,
      '0123456789',
      ['Pending', 'Processing', 'PendingTSQ'],
      ['Held', 'PendingApproval'],
    ]);
    expect(page('Desc', FIRST).text).not.toContain('OR 1=1');
  });

  it('compares a single status with =, so that its index gives the order', () => {
    const { page, values } = vendSearch(7, { vendStatus: 'Successful' });
    expect(page('Desc', FIRST).text).toContain('v.status = $2');
    expect(values).toEqual([7, 'Processed', []]);
  });

  it('begins each branch behind the row of a cursor, with values of its own', () => {
    const { page, values } = vendSearch(7, {});
    const position = ['2026-11-01T00:00:00.000Z', '42'];
    const { text, values: own } = page('Desc', { offset: 0, limit: 20, position });
    expect(text).toContain('(v.created_at, v.posting_id) < (CAST($2 AS timestamptz), CAST($3 AS bigint))');
    expect(text).toContain('(v.created_at, v.id) < (CAST($4 AS timestamptz), CAST($5 AS bigint))');
    expect([own, values]).toEqual([[7, ...position, ...position], [7]]);
  });
});
