import { approvalStateOf, screeningStateOf } from './screening-state';

describe('screeningStateOf', () => {
  it.each([
    { hold: 'Held', posting: 'Held', state: 'Held', approval: 'Pending' },
    { hold: 'Declined', posting: 'Declined', state: 'Declined', approval: 'Declined' },
    { hold: 'Approved', posting: 'Held', state: 'Released', approval: 'Approved' },
    { hold: 'Used', posting: 'Posted', state: 'Executed', approval: 'Approved' },
    { hold: 'Used', posting: 'PendingApproval', state: 'PendingApproval', approval: 'Approved' },
    { hold: 'Used', posting: 'Declined', state: 'Declined', approval: 'Approved' },
    { hold: 'Used', posting: 'Failed', state: 'Failed', approval: 'Approved' },
  ] as const)(
    'reads a hold $hold with a posting $posting as $state, approval $approval',
    ({ hold, posting, state, approval }) => {
      expect(screeningStateOf(hold, posting)).toBe(state);
      expect(approvalStateOf(hold)).toBe(approval);
    },
  );
});
