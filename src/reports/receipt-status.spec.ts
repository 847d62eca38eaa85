import { PAYOUT_STATUSES } from '../payouts/payout.entity';
import { receiptStatus } from './receipt-status';

const untouched = { reversedById: null };

describe('receiptStatus', () => {
  it.each([
    ['Pending', 'Pending'],
    ['Processing', 'Pending'],
    ['PendingTSQ', 'Pending'],
    ['ConfirmManually', 'Pending'],
    ['Failed', 'Failed'],
    ['Processed', 'Successful'],
    ['Reversed', 'Reversed'],
  ] as const)('of a payout that is %s is %s', (status, expected) => {
    expect(receiptStatus(untouched, { status, disputed: false }, null)).toBe(expected);
  });

  it('is never successful of a payout that the provider contradicted', () => {
    for (const status of PAYOUT_STATUSES)
      expect(receiptStatus(untouched, { status, disputed: true }, null)).not.toBe('Successful');
  });

  it('is successful without a payout, and reversed once reversed, whatever the payout says', () => {
    expect(receiptStatus(untouched, null, null)).toBe('Successful');
    for (const status of PAYOUT_STATUSES)
      expect(receiptStatus({ reversedById: 5 }, { status, disputed: false }, null)).toBe('Reversed');
    expect(receiptStatus({ reversedById: 5 }, null, null)).toBe('Reversed');
  });

  it.each([
    [0n, 'Successful'],
    [99n, 'Successful'],
    [100n, 'Reversed'],
  ] as const)("of a card's purchase of 100 of which %s came back is %s", (givenBackKobo, expected) => {
    expect(receiptStatus(untouched, null, { amountKobo: 100n, givenBackKobo })).toBe(expected);
  });
});
