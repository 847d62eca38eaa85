import type { PostingStatus } from '../ledger/engine/posting.entity';
import { localProcessingStatus, postingStatusesOf, type ProcessingStatus } from './processing-status';

describe('localProcessingStatus', () => {
  it.each<[PostingStatus, number | null, ProcessingStatus]>([
    ['Posted', null, 'Processed'],
    ['Posted', 5, 'Reversed'],
    ['Held', null, 'Pending'],
    ['PendingApproval', null, 'Pending'],
    ['Declined', null, 'Failed'],
    ['Failed', null, 'Failed'],
  ])('shows a posting that is %s and reversed by %p as %s', (status, reversedById, shown) => {
    expect(localProcessingStatus({ status, reversedById })).toBe(shown);
  });
});

describe('postingStatusesOf', () => {
  it.each<[ProcessingStatus, PostingStatus[]]>([
    ['Processed', ['Posted']],
    ['Reversed', ['Posted']],
    ['Pending', ['Held', 'PendingApproval']],
    ['Failed', ['Declined', 'Failed']],
    ['PendingTSQ', []],
    ['ConfirmManually', []],
  ])('finds transfers that are %s among postings that are %j', (shown, statuses) => {
    expect(postingStatusesOf(shown)).toEqual(statuses);
  });
});
