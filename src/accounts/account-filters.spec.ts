import { orderBy } from '../common/database/keyset';
import { accountCondition, accountOrder, DEPOSIT_FILTER_COLUMNS, VIRTUAL_FILTER_COLUMNS } from './account-filters';
import { ACCOUNT_SORT_COLUMNS } from './accounts.dto';

const ALL = {
  AccountNumber: '0000010021',
  AccountName: 'ADÉ',
  CustomerID: '00000101',
  PhoneNumber: '08031234567',
  ProductCode: 'SAV01',
  BranchCode: 'BR001',
  AccountStatus: 'Active' as const,
  AccountOfficerStaffID: 'STF001',
  DateFrom: '2026-01-01',
  DateTo: '2026-12-31',
};

describe('accountCondition', () => {
  it('is true for every account when no filter is sent', () => {
    expect(accountCondition(7, {}, DEPOSIT_FILTER_COLUMNS)).toEqual({ text: 'true', values: [7], needsLedger: false });
  });

  it.each(Object.entries(ALL))('binds %s as a parameter', (name, value) => {
    const { text, values } = accountCondition(7, { [name]: value }, DEPOSIT_FILTER_COLUMNS);
    expect(text).not.toContain(value);
    expect(values[0]).toBe(7);
    expect(values.length).toBe(name === 'AccountName' ? 3 : 2);
  });

  it('uses every parameter when all filters are sent', () => {
    const { text, values, needsLedger } = accountCondition(7, ALL, DEPOSIT_FILTER_COLUMNS);
    expect(values).toEqual([
      7,
      '0000010021',
      'ade',
      'ade\u{10FFFF}',
      '00000101',
      '+2348031234567',
      'SAV01',
      'BR001',
      'Active',
      'STF001',
      '2026-01-01',
      '2026-12-31',
    ]);
    const places = new Set(text.match(/\$\d+/g));
    expect(places).toEqual(new Set(values.map((_, index) => `$${index + 1}`)));
    expect(needsLedger).toBe(true);
  });

  it('compares a BVN by its indexes and, in rows that are not sealed yet, by its text', () => {
    const [current, previous] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
    const bvn = { indexes: [current, previous], plain: '22123456789' };
    const { text, values } = accountCondition(7, {}, DEPOSIT_FILTER_COLUMNS, { bvn });
    expect(values).toEqual([7, current, previous, '22123456789']);
    expect(text).toContain('(c.bvn_index = $2 OR c.bvn_index = $3 OR c.bvn = $4)');
  });

  it('matches no customer for a text that is not a telephone number', () => {
    expect(accountCondition(7, { PhoneNumber: 'nobody' }, DEPOSIT_FILTER_COLUMNS).values).toEqual([7, '']);
  });

  it("compares a virtual account's own number, status and date, but not its composed name", () => {
    const { text, values } = accountCondition(7, ALL, VIRTUAL_FILTER_COLUMNS);
    for (const column of ['v.account_number', 'v.status', 'v.date_opened']) expect(text).toContain(column);
    expect(values).not.toContain('ade');
  });
});

describe('accountOrder', () => {
  it.each(ACCOUNT_SORT_COLUMNS.flatMap((column) => [[column, 'Asc'] as const, [column, 'Desc'] as const]))(
    'orders by %s %s and ends with a unique column',
    (column, direction) => {
      expect(orderBy(accountOrder(column, direction))).toMatch(/a\.(id|account_number) (ASC|DESC)$/);
    },
  );
});
