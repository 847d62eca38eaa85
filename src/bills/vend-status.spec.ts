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
  ] as const)('of the payout %s is %s', (status, vendStatus) => {
    expect(vendStatusOf(status)).toBe(vendStatus);
  });

  it.each([
    ['Held', 'Pending'],
    ['PendingApproval', 'Pending'],
    ['Declined', 'Failed'],
    ['Failed', 'Failed'],
  ] as const)('of one that is %s is %s', (status, vendStatus) => {
    expect(vendStatusOfWaiting(status)).toBe(vendStatus);
  });

  it('find every payout under exactly one status', () => {
    expect(VEND_STATUSES.flatMap(payoutStatusesOf).sort()).toEqual([...PAYOUT_STATUSES].sort());
    expect(VEND_STATUSES.flatMap(waitingStatusesOf).sort()).toEqual(['Declined', 'Failed', 'Held', 'PendingApproval']);
  });
});
