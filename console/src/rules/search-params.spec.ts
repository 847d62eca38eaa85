import { apiQuery, filtersOf, parseSearch, stringifySearch } from './search-params';

describe('the parameters of an address', () => {
  it('come back as they were written, in one order, without the empty ones', () => {
    const text = stringifySearch({
      Status: 'Held',
      AccountNumber: '',
      do: undefined,
      Note: 'a & b = ü',
      PageNumber: 2,
    });
    expect(text).toBe('?Note=a+%26+b+%3D+%C3%BC&PageNumber=2&Status=Held');
    expect(parseSearch(text)).toStrictEqual({ Note: 'a & b = ü', PageNumber: '2', Status: 'Held' });
    expect(stringifySearch({})).toBe('');
  });

  it('of the console itself do not reach the API', () => {
    expect(apiQuery({ Status: 'Held', do: 'createBranch', of: '001', tab: 'bills', next: '/me' })).toStrictEqual({
      Status: 'Held',
    });
  });

  it('are filters unless they order or turn pages', () => {
    expect(
      filtersOf({ Status: 'Held', PageNumber: '3', SortColumn: 'amount', Direction: 'Asc', After: 'x', tab: 'a' }),
    ).toStrictEqual({ Status: 'Held' });
  });
});
