import { Injectable } from '@nestjs/common';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import type { PostingPlan } from '../ledger/movements/movement-operations';
import { keptEntries } from './compound-posting';
import { PostOperation } from './post.operation';
import { POSTING_GROUP_KIND } from './posting-kinds';
import type { PostBody } from './postings.dto';

/** A posting group that staff enter in the portal: `post` with a staff maker, resumed by itself once released. */
@Injectable()
export class PostingGroupOperation extends PostOperation {
  override readonly name = 'posting-group';
  override readonly title = 'Posting group';
  protected override readonly kind = POSTING_GROUP_KIND;

  /** The entries themselves, because a group that waits has none in the ledger. */
  protected override metadata(
    { entries, narration }: PostBody,
    accounts: AccountDirectoryEntry[],
  ): PostingPlan['metadata'] {
    return (locked) => ({ channel: POSTING_GROUP_KIND, entries: keptEntries(entries, accounts, narration, locked) });
  }
}
