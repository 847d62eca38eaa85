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
  ] as const)('shows a payout that is %s as %s', (status, expected) => {
    expect(receiptStatus(untouched, { status, disputed: false }, null)).toBe(expected);
  });

  it('never shows a disputed payout as Successful', () => {
    for (const status of PAYOUT_STATUSES)
      expect(receiptStatus(untouched, { status, disputed: true }, null)).not.toBe('Successful');
  });

  it('follows the payout, whose account may have been debited again after a reversal', () => {
    expect(receiptStatus({ reversedById: 5 }, { status: 'Processed', disputed: false }, null)).toBe('Successful');
    expect(receiptStatus({ reversedById: 5 }, { status: 'Reversed', disputed: false }, null)).toBe('Reversed');
  });

  it('is Successful without a payout, and Reversed after a reversal', () => {
    expect(receiptStatus(untouched, null, null)).toBe('Successful');
    expect(receiptStatus({ reversedById: 5 }, null, null)).toBe('Reversed');
    expect(receiptStatus({ ...untouched, isLoanActReversed: true }, null, null)).toBe('Reversed');
  });

  it.each([
    [0n, 'Successful'],
    [99n, 'Successful'],
    [100n, 'Reversed'],
  ] as const)('shows a card purchase of 100 of which %s was given back as %s', (givenBackKobo, expected) => {
    expect(receiptStatus(untouched, null, { amountKobo: 100n, givenBackKobo })).toBe(expected);
  });
});
