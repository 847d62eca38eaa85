import type { Posting, PostingStatus } from '../ledger/engine/posting.entity';
import { postingGroupRow, postingGroupView, postingStatusesShownAs } from './posting-group-view';

const posting = (status: PostingStatus): Posting => ({
  institutionId: 1,
  id: 21,
  kind: 'posting-group',
  reference: 'PG-1',
  origin: 'portal',
  status,
  narration: 'Accruals',
  amountKobo: 250_00n,
  feeKobo: 0n,
  debitTotalKobo: 250_00n,
  creditTotalKobo: 250_00n,
  maker: 'staff:ST001',
  checker: null,
  businessDate: '2026-11-21',
  valueDate: '2026-11-21',
  instrumentNumber: null,
  additionalMetadata: {
    channel: 'posting-group',
    entries: [{ account: 'A', accountName: 'Cash', side: 'Debit', amount: 250, narration: 'Accruals' }],
  },
  reversesId: null,
  forced: false,
  reversedById: null,
  failureCode: null,
  failureMessage: null,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  postedAt: null,
});

describe('postingGroupRow', () => {
  it.each<[PostingStatus, string, boolean, string | null]>([
    ['Held', 'Pending Approval', true, 'No funds have moved: the group is held for AML review.'],
    ['PendingApproval', 'Pending Approval', false, 'No funds have moved: the group waits for approval.'],
    ['Posted', 'Posted', false, null],
    ['Declined', 'Declined', false, null],
    ['Failed', 'Failed', false, null],
  ])('shows %s as %s', (status, shown, amlHold, warning) => {
    expect(postingGroupRow(posting(status))).toMatchObject({
      status: shown,
      amlHold,
      warning,
      amount: 250,
      postingReferenceNumber: 'PST000000000021',
    });
  });

  it('finds held and queued groups under one status', () => {
    expect(postingStatusesShownAs('Pending Approval').sort()).toEqual(['Held', 'PendingApproval']);
  });
});

describe('postingGroupView', () => {
  it('shows the entries of a group that waits', () => {
    expect(postingGroupView(posting('Held')).entries).toEqual([
      { account: 'A', accountName: 'Cash', side: 'Debit', amount: 250, narration: 'Accruals' },
    ]);
  });
});
