import { approvalStateOf, screeningStateOf } from './screening-state';

describe('screeningStateOf', () => {
  it.each([
    ['Held', 'Held', 'Held', 'Pending'],
    ['Declined', 'Declined', 'Declined', 'Declined'],
    ['Approved', 'Held', 'Released', 'Approved'],
    ['Used', 'Posted', 'Executed', 'Approved'],
    ['Used', 'PendingApproval', 'PendingApproval', 'Approved'],
    ['Used', 'Declined', 'Declined', 'Approved'],
    ['Used', 'Failed', 'Failed', 'Approved'],
  ] as const)('a hold that is %s on a posting that is %s: %s, approval %s', (hold, posting, state, approval) => {
    expect(screeningStateOf(hold, posting)).toBe(state);
    expect(approvalStateOf(hold)).toBe(approval);
  });
});
