import { isNumberField, ungrouped } from './numbers';

describe('numbers as people paste them', () => {
  it('are read without what groups their digits', () => {
    for (const text of ['0000 000 602', ' 0000\u00A0000\u00A0602\t', '0000\u202F000602'])
      expect(ungrouped(text)).toBe('0000000602');
    expect(ungrouped('+234 803 123 4567')).toBe('+2348031234567');
  });

  it('are nothing else: names, references, days, ledgers and contracts stay as they are', () => {
    for (const text of [
      'Ada Eze',
      'INV 2026 11',
      '2026-11-29',
      '1021-01',
      'FD-0000000523-01',
      '0000000602',
      '1.234 567',
    ])
      expect(ungrouped(text)).toBe(text);
  });

  it('stand in fields of accounts, customers and telephones', () => {
    for (const name of ['AccountNumber', 'LoanAccountNumber', 'PhoneNumber', 'LinkedNumber', 'CustomerID'])
      expect(isNumberField(name)).toBe(true);
    for (const name of ['ReferenceNumber', 'AccountName', 'PageNumber']) expect(isNumberField(name)).toBe(false);
  });
});
