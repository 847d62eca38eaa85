import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { DepositAccount } from '../deposit-account.entity';

/** A module's check for unfinished business that keeps an account open (`docs/api/accounts.md#closure`). */
export interface ClosureBlocker {
  /** Stable name, such as `open-loans`. */
  readonly name: string;
  /**
   * Runs inside the closing transaction, with the account locked against postings.
   * @returns the refusal's sentence: why the account must stay open; undefined when this module does not keep it open.
   */
  blocks(tx: Tx, institutionId: number, account: DepositAccount): Promise<string | undefined>;
}

/** All closure blockers: the providers with `@MemberOf(ClosureBlockers)`. */
@Injectable()
export class ClosureBlockers extends Registry<ClosureBlocker> {
  /** The first reason, by the blockers' names, why the account must stay open; undefined when it can be closed. */
  async firstReason(
    tx: Tx,
    institutionId: number,
    account: DepositAccount,
  ): Promise<{ name: string; reason: string } | undefined> {
    for (const blocker of this.all()) {
      const reason = await blocker.blocks(tx, institutionId, account);
      if (reason !== undefined) return { name: blocker.name, reason };
    }
    return undefined;
  }

  protected override nameOf({ name }: ClosureBlocker): string {
    return name;
  }
}
