import type { Payout } from '../payouts/payout.entity';
import { metadataOfPayout } from './vend-metadata';

/** The keys in the order of docs/api/bills.md#transaction-metadata. */
const KEYS = [
  'channel',
  'provider',
  'biller_identifier',
  'biller_name',
  'package_identifier',
  'package_name',
  'customer_id',
  'customer_name',
  'payment_reference',
  'posting_reference',
  'transaction_id',
  'vend_status',
  'token',
  'token_units',
];

const payout = (facts: Partial<Payout> = {}): Payout =>
  ({
    provider: 'providera',
    reference: 'BILL-1',
    postingId: 17,
    status: 'Pending',
    details: {
      billerIdentifier: 'ie',
      billerName: 'Ikeja',
      packageIdentifier: 'pre',
      packageName: 'Prepaid',
      customerId: '45',
      customerName: null,
      service: 'electricity',
    },
    result: {},
    ...facts,
  }) as Payout;

describe('metadataOfPayout', () => {
  it('has exactly the documented keys from the debit on', () => {
    const metadata = metadataOfPayout(payout());
    expect(Object.keys(metadata)).toEqual(KEYS);
    expect(metadata).toMatchObject({
      channel: 'bills',
      vend_status: 'Pending',
      posting_reference: 'PST000000000017',
      transaction_id: null,
      token: null,
      token_units: null,
      customer_name: null,
    });
  });

  it('has the transaction id and the token of a paid vend', () => {
    const metadata = metadataOfPayout(
      payout({ status: 'Processed', result: { transactionId: 'VND1', token: '7222', tokenUnits: 73.5 } }),
    );
    expect(metadata).toMatchObject({
      vend_status: 'Successful',
      transaction_id: 'VND1',
      token: '7222',
      token_units: 73.5,
    });
  });
});
