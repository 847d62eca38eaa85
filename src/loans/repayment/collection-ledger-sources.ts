import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';

/** Ledgers of another module on which money is collected, such as those of tills. */
export interface CollectionLedgerSource {
  /** What its ledgers are, in words for a refusal, such as `the account of a till`. */
  readonly title: string;
  includes(tx: Tx, institutionId: number, glAccountId: number): Promise<boolean>;
}

/** Every source of the process: the providers with `@MemberOf(CollectionLedgerSources)`. */
@Injectable()
export class CollectionLedgerSources extends Registry<CollectionLedgerSource> {
  list(): CollectionLedgerSource[] {
    return this.all();
  }

  protected override nameOf({ title }: CollectionLedgerSource): string {
    return title;
  }
}
