import { readBulkCsv } from './bulk-csv';
import { bulkRowErrors, totalsViolation } from './bulk-rows';

const row = (facts: object = {}): Record<string, unknown> => ({
  reference: 'A',
  creditAccount: '0987654321',
  amount: 0.07,
  ...facts,
});

describe('bulkRowErrors', () => {
  it('accepts rows with absent, null and blank optional fields', () => {
    expect(
      bulkRowErrors([
        row(),
        row({ reference: 'B', narration: null, bankCode: null }),
        row({ reference: 'C', narration: '' }),
      ]),
    ).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['null', null, 'rows[0]'],
    ['a list', [], 'rows[0]'],
    ['no amount', row({ amount: undefined }), 'rows[0].amount'],
    ['a negative amount', row({ amount: -1 }), 'rows[0].amount'],
    ['an amount as text', row({ amount: '1' }), 'rows[0].amount'],
    ['an amount of 10^12', row({ amount: 1e12 }), 'rows[0].amount'],
    ['a reference of 101 characters', row({ reference: 'x'.repeat(101) }), 'rows[0].reference'],
    ['a reference that begins with a space', row({ reference: ' x' }), 'rows[0].reference'],
    ['a reference that ends with a space', row({ reference: 'x ' }), 'rows[0].reference'],
    ['an empty account', row({ creditAccount: '' }), 'rows[0].creditAccount'],
    ['an unknown field', row({ fee: 1 }), 'rows[0].fee'],
  ])('refuses %s', (_, value, field) => {
    expect(bulkRowErrors([value]).map((error) => error.field)).toEqual([field]);
  });

  it('refuses the second use of a reference, and names at most twenty errors', () => {
    expect(bulkRowErrors([row(), row()]).map(({ field }) => field)).toEqual(['rows[1].reference']);
    expect(bulkRowErrors(Array.from({ length: 30 }, () => null))).toHaveLength(20);
  });
});

describe('totalsViolation', () => {
  const rows = [
    { reference: 'A', creditAccount: '1', amount: 0.1 },
    { reference: 'B', creditAccount: '1', amount: 0.2 },
  ];

  it('adds amounts as kobo', () => {
    expect(totalsViolation({ debitAccount: '2', rowCount: 2, totalAmount: 0.3, rows })).toBeUndefined();
  });

  it('refuses one kobo more and one row more', () => {
    expect(totalsViolation({ debitAccount: '2', rowCount: 2, totalAmount: 0.31, rows })?.code).toBe(
      'BULK_TOTALS_MISMATCH',
    );
    expect(totalsViolation({ debitAccount: '2', rowCount: 3, totalAmount: 0.3, rows })?.code).toBe(
      'BULK_TOTALS_MISMATCH',
    );
  });
});

describe('readBulkCsv', () => {
  it('reads columns in any order, with quotes, empty values and either line end', () => {
    const text =
      'totalAmount,debitAccount,rowCount\r\n2.50,0123456789,1\r\namount,reference,narration,creditAccount\r\n2.50,A,"a ""b"", c",0987654321\r\n';
    expect(readBulkCsv(`\ufeff${text}`)).toEqual({
      totalAmount: 2.5,
      debitAccount: '0123456789',
      rowCount: 1,
      rows: [{ amount: 2.5, reference: 'A', narration: 'a "b", c', creditAccount: '0987654321' }],
    });
  });

  it.each(['', 'debitAccount\n1', 'debitAccount,debitAccount\n1,2\nreference\nA', 'a\0b'])('refuses %j', (text) => {
    expect(() => readBulkCsv(text)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
