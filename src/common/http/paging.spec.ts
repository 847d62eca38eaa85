import { pageOf } from './paging';

describe('pageOf', () => {
  const paging = { pageNumber: 3, pageSize: 2, sortColumn: 'name' };

  it.each([
    [0, { recordCount: 0 }],
    [9_999, { recordCount: 9_999 }],
    [10_000, { recordCount: 10_000 }],
    [10_001, { recordCount: 10_000, recordCountIsCapped: true }],
    [50_000, { recordCount: 10_000, recordCountIsCapped: true }],
  ])('for a count of %p returns %p', (cappedCount, counts) => {
    const page = pageOf(['a', 'b'], cappedCount, paging);
    expect(page).toStrictEqual({ data: ['a', 'b'], pageNumber: 3, pageSize: 2, ...counts });
  });
});
