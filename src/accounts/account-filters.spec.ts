import { accountCondition, accountOrder, DEPOSIT_FILTER_COLUMNS, VIRTUAL_FILTER_COLUMNS } from './account-filters';
import { ACCOUNT_SORT_COLUMNS } from './accounts.dto';

const ALL = {
  AccountNumber: '0000010021',
  AccountName: 'ADÉ',
  CustomerID: '00000101',
  PhoneNumber: '08031234567',
  BVN: '22123456789',
  NIN: '70123456789',
  ProductCode: 'SAV01',
  BranchCode: 'BR001',
  AccountStatus: 'Active' as const,
  AccountOfficerStaffID: 'STF001',
  DateFrom: '2026-01-01',
  DateTo: '2026-12-31',
};

describe('accountCondition', () => {
  it('holds for every account without filters', () => {
    expect(accountCondition(7, {}, DEPOSIT_FILTER_COLUMNS)).toEqual({ text: 'true', values: [7], needsLedger: false });
  });

  it.each(Object.entries(ALL))('binds %s as a parameter', (name, value) => {
    const { text, values } = accountCondition(7, { [name]: value }, DEPOSIT_FILTER_COLUMNS);
    expect(text).not.toContain(value);
    expect(values[0]).toBe(7);
    expect(values.length).toBe(name === 'AccountName' ? 3 : 2);
  });

  it('uses every parameter of all filters together', () => {
    const { text, values, needsLedger } = accountCondition(7, ALL, DEPOSIT_FILTER_COLUMNS);
    expect(values).toEqual([
      7,
      '0000010021',
      'ade',
      'ade\u{10FFFF}',
      '00000101',
      '+2348031234567',
      '22123456789',
      '70123456789',
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

  it('finds nobody for what is no telephone number', () => {
    expect(accountCondition(7, { PhoneNumber: 'nobody' }, DEPOSIT_FILTER_COLUMNS).values).toEqual([7, '']);
  });

  it("looks at a virtual account's own number, status and date, and leaves its composed name to the caller", () => {
    const { text, values } = accountCondition(7, ALL, VIRTUAL_FILTER_COLUMNS);
    for (const column of ['v.account_number', 'v.status', 'v.date_opened']) expect(text).toContain(column);
    expect(values).not.toContain('ade');
  });
});

describe('accountOrder', () => {
  it.each(ACCOUNT_SORT_COLUMNS.flatMap((column) => [[column, 'Asc'] as const, [column, 'Desc'] as const]))(
    '%s %s ends with something unique',
    (column, direction) => {
      expect(accountOrder(column, direction)).toMatch(/a\.(id|account_number) (ASC|DESC)$/);
    },
  );
});
