import { PAYOUT_STATUSES } from '../payouts/payout.entity';
import { payoutStatusesOf, VEND_STATUSES, vendStatusOf, vendStatusOfWaiting, waitingStatusesOf } from './vend-status';

describe('vend statuses', () => {
  it.each([
    ['Pending', 'Pending'],
    ['Processing', 'Pending'],
    ['PendingTSQ', 'Pending'],
    ['Processed', 'Successful'],
    ['Failed', 'Failed'],
    ['Reversed', 'Reversed'],
    ['ConfirmManually', 'ConfirmManually'],
  ] as const)('shows a payout that is %s as %s', (status, vendStatus) => {
    expect(vendStatusOf(status)).toBe(vendStatus);
  });

  it.each([
    ['Held', 'Pending'],
    ['PendingApproval', 'Pending'],
    ['Declined', 'Failed'],
    ['Failed', 'Failed'],
  ] as const)('shows a waiting posting that is %s as %s', (status, vendStatus) => {
    expect(vendStatusOfWaiting(status)).toBe(vendStatus);
  });

  it('cover every status of payouts and of waiting postings exactly once', () => {
    expect(VEND_STATUSES.flatMap(payoutStatusesOf).sort()).toEqual([...PAYOUT_STATUSES].sort());
    expect(VEND_STATUSES.flatMap(waitingStatusesOf).sort()).toEqual(['Declined', 'Failed', 'Held', 'PendingApproval']);
  });
});
