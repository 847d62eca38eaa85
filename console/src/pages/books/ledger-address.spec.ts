import { ledgerAddress } from './ledger-address';

describe('the address of a ledger’s entries', () => {
  it('has the ledger alone where no report leads to it', () => {
    expect(ledgerAddress('1100')).toBe('/books/ledger?LedgerCode=1100');
  });

  it('begins with the month of a report up to a day', () => {
    expect(ledgerAddress('1100', { Date: '2026-11-27', BranchCode: '001' })).toBe(
      '/books/ledger?BranchCode=001&EndDate=2026-11-27&LedgerCode=1100&StartDate=2026-11-01',
    );
  });

  it('leaves out what the report leaves out: entries without the branch, of other dates, and booked later', () => {
    const query = { Date: '2026-11-27', DateBasis: 'BookingDate', WithoutBranch: 'true', BookedThrough: '2026-11-28' };
    expect(ledgerAddress('1100', query)).toBe(
      '/books/ledger?BookedThrough=2026-11-28&DateBasis=BookingDate&EndDate=2026-11-27&LedgerCode=1100' +
        '&StartDate=2026-11-01&WithoutBranch=true',
    );
  });

  it('keeps the days of a report of a period', () => {
    expect(ledgerAddress('4020', { StartDate: '2026-01-01', EndDate: '2026-11-27' })).toBe(
      '/books/ledger?EndDate=2026-11-27&LedgerCode=4020&StartDate=2026-01-01',
    );
  });
});
