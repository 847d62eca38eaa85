import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { Registry } from '../common/registry/registry';
import type { Posting } from '../ledger/engine/posting.entity';

/** A module's check for a posting whose money went back in another way already. */
export interface ReversalBlocker {
  /** Stable name, such as `refunded-payments`. */
  readonly name: string;
  /** @returns the refusal's sentence, which clients read; undefined when the posting may be reversed. */
  blocks(tx: Tx, posting: Posting): Promise<string | undefined>;
}

/** All reversal blockers: the providers with `@MemberOf(ReversalBlockers)`. */
@Injectable()
export class ReversalBlockers extends Registry<ReversalBlocker> {
  /** The first reason, by the blockers' names, why the posting must not be reversed. */
  async firstReason(tx: Tx, posting: Posting): Promise<string | undefined> {
    for (const blocker of this.all()) {
      const reason = await blocker.blocks(tx, posting);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  protected override nameOf({ name }: ReversalBlocker): string {
    return name;
  }
}
