import { PAYOUT_STATUSES } from '../payouts/payout.entity';
import { receiptStatus } from './receipt-status';

describe('receiptStatus', () => {
  it.each([
    ['Pending', 'Pending'],
    ['Processing', 'Pending'],
    ['PendingTSQ', 'Pending'],
    ['ConfirmManually', 'Pending'],
    ['Failed', 'Failed'],
    ['Processed', 'Successful'],
    ['Reversed', 'Reversed'],
  ] as const)('of a payout that is %s is %s', (payout, status) => {
    expect(receiptStatus({ reversedById: null }, payout)).toBe(status);
  });

  it('is successful without a payout, and reversed once reversed, whatever the payout says', () => {
    expect(receiptStatus({ reversedById: null }, undefined)).toBe('Successful');
    expect([undefined, ...PAYOUT_STATUSES].map((payout) => receiptStatus({ reversedById: 5 }, payout))).toEqual(Array(PAYOUT_STATUSES.length + 1).fill('Reversed'));
  });
});
