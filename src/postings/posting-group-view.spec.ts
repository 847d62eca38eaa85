import type { Posting, PostingStatus } from '../ledger/engine/posting.entity';
import { postingGroupRow, postingGroupView, postingStatusesShownAs } from './posting-group-view';

const posting = (status: PostingStatus): Posting => ({
  institutionId: 1,
  id: 21,
  kind: 'posting-group',
  reference: 'PG-1',
  transactionReference: null,
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
  it.each<{ status: PostingStatus; shown: string; amlHold: boolean; warning: string | null }>([
    {
      status: 'Held',
      shown: 'Pending Approval',
      amlHold: true,
      warning: 'No funds have moved: the group is held for AML review.',
    },
    {
      status: 'PendingApproval',
      shown: 'Pending Approval',
      amlHold: false,
      warning: 'No funds have moved: the group waits for approval.',
    },
    { status: 'Posted', shown: 'Posted', amlHold: false, warning: null },
    { status: 'Declined', shown: 'Declined', amlHold: false, warning: null },
    { status: 'Failed', shown: 'Failed', amlHold: false, warning: null },
  ])('shows a group that is $status as $shown', ({ status, shown, amlHold, warning }) => {
    expect(postingGroupRow(posting(status))).toMatchObject({
      status: shown,
      amlHold,
      warning,
      amount: 250,
      postingReferenceNumber: 'PST000000000021',
    });
  });

  it('lists held groups and groups that wait for approval under one status', () => {
    expect(postingStatusesShownAs('Pending Approval').sort()).toEqual(['Held', 'PendingApproval']);
  });
});

describe('postingGroupView', () => {
  it('shows the entries of a waiting group', () => {
    expect(postingGroupView(posting('Held')).entries).toEqual([
      { account: 'A', accountName: 'Cash', side: 'Debit', amount: 250, narration: 'Accruals' },
    ]);
  });
});
