import { readCustomer } from './read-customer-answer';

describe('readCustomer', () => {
  it('reads a customer and converts the amounts from Naira to kobo', () => {
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

  it('uses null and 0 for fields that are missing or malformed', () => {
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
  ])('reads the response code %s as %s', (responseCode, kind) => {
    expect(readCustomer('45', { responseCode })).toEqual({ kind });
  });
});
