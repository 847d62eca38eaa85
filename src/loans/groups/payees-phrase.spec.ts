import { payeesPhrase } from './payees-phrase';

describe('payeesPhrase', () => {
  it.each<[(string | null)[], string]>([
    [[null, null], '2 customers'],
    [['2030', '2030'], 'the ledger 2030 for 2 customers'],
    [[null, '2030', null], 'the accounts of 2 customers and the ledger 2030 for 1 customer'],
    [
      ['1030', null, '2030'],
      'the accounts of 1 customer and the ledger 1030 for 1 customer and the ledger 2030 for 1 customer',
    ],
  ])('of %j is %s', (codes, phrase) => {
    expect(payeesPhrase(codes)).toBe(phrase);
  });
});
