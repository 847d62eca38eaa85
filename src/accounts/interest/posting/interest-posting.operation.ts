import { extraRow } from '../../../common/database/insert-rows';
import { definePostingOperation } from '../../../ledger/engine/posting-operation';
import { InterestPosting } from './interest-posting.entity';

/** Interest that is paid to an account or charged to it, with the row that records it. */
export const accountInterest = definePostingOperation<Omit<InterestPosting, 'postingId'>>({
  name: 'account-interest',
  title: 'Interest on an account',
  rows: (posting, { postingId }) => [extraRow(InterestPosting, { ...posting, postingId })],
});

/** Savings interest of several accounts in one posting, with the row of each account. */
export const interestTogether = definePostingOperation<Omit<InterestPosting, 'postingId'>[]>({
  name: 'interest-of-accounts',
  title: 'Interest on accounts',
  rows: (postings, { postingId }) => postings.map((posting) => extraRow(InterestPosting, { ...posting, postingId })),
});
