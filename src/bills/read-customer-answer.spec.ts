import { readCustomer } from './read-customer-answer';

describe('readCustomer', () => {
  it('reads a customer; amounts in Naira become kobo', () => {
    const body = {
      responseCode: '00',
      customerName: ' OKAFOR  ADAEZE ',
      address: '12 Allen Avenue',
      minimumAmount: 500.5,
      outstandingAmount: 10,
    };
    expect(readCustomer('45', body)).toEqual({
      kind: 'found',
      customer: {
        customerId: '45',
        customerName: 'OKAFOR ADAEZE',
        address: '12 Allen Avenue',
        minimumAmountKobo: 50_050n,
        outstandingAmountKobo: 1_000n,
      },
    });
  });

  it('does without what the biller does not say or says wrongly', () => {
    expect(
      readCustomer('45', { responseCode: '00', minimumAmount: -5, outstandingAmount: '7', customerName: 4 }),
    ).toEqual({
      kind: 'found',
      customer: {
        customerId: '45',
        customerName: null,
        address: null,
        minimumAmountKobo: 0n,
        outstandingAmountKobo: 0n,
      },
    });
  });

  it.each([
    ['07', 'no-customer'],
    ['12', 'no-package'],
    ['96', 'unreadable'],
    [undefined, 'unreadable'],
    [0, 'unreadable'],
  ])('code %s is %s', (responseCode, kind) => {
    expect(readCustomer('45', { responseCode })).toEqual({ kind });
  });
});
