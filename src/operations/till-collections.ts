import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { type CollectionLedgerSource, CollectionLedgerSources } from '../loans/repayment/collection-ledger-sources';
import { Till } from './till.entity';

/** Tellers collect repayments in their tills. An inactive till takes no postings. */
@Injectable()
@MemberOf(CollectionLedgerSources)
export class TillCollections implements CollectionLedgerSource {
  readonly title = 'the account of a till';

  includes(tx: Tx, institutionId: number, glAccountId: number): Promise<boolean> {
    return tx.existsBy(Till, { institutionId, id: glAccountId });
  }
}
