import { readLegs, totalsOf } from './posting-legs';

describe('The legs of a posting', () => {
  const leg = (side: string, amount: string) => ({ account: '1010', side, amount, narration: '' });

  it('sums each side to the kobo', () => {
    expect(totalsOf([leg('Debit', '0.10'), leg('Debit', '0.20'), leg('Credit', '0.30')])).toEqual({
      debit: 0.3,
      credit: 0.3,
      difference: 0,
    });
  });

  it('shows by how much the debits are more, or less', () => {
    expect(totalsOf([leg('Debit', '1,500'), leg('Credit', '₦2,000.50')]).difference).toBe(-500.5);
  });

  it('leaves out amounts that it cannot read and legs without a side', () => {
    expect(totalsOf([leg('Debit', 'ten'), leg('', '10'), {}])).toEqual({ debit: 0, credit: 0, difference: 0 });
  });

  it('reads rows of a spreadsheet', () => {
    expect(readLegs('1010\tDR\t1,200.00\tCash in\r\n0000000011\tcredit\t1200\n\n')).toEqual([
      { account: '1010', side: 'Debit', amount: '1,200.00', narration: 'Cash in' },
      { account: '0000000011', side: 'Credit', amount: '1200', narration: '' },
    ]);
  });

  it('leaves text that is not rows to the input', () => {
    expect(readLegs('0000000011')).toBeUndefined();
    expect(readLegs('two lines\nof text')).toBeUndefined();
  });
});
