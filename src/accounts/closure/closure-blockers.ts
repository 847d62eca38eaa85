import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { DepositAccount } from '../deposit-account.entity';

/** A module's say in the closure of accounts: it knows of business that is not finished. */
export interface ClosureBlocker {
  /** Stable name, such as `open-loans`. */
  readonly name: string;
  /**
   * Asked inside the closing transaction, with the account locked against postings.
   * @returns the sentence that tells the caller why the account must stay open; undefined when nothing keeps it open.
   */
  blocks(tx: Tx, institutionId: number, account: DepositAccount): Promise<string | undefined>;
}

/** Every closure blocker of the process, registered by its module at boot. */
@Injectable()
export class ClosureBlockers {
  private readonly blockers = new Map<string, ClosureBlocker>();

  register(blocker: ClosureBlocker): void {
    if (this.blockers.has(blocker.name)) throw new Error(`There are two closure blockers ${blocker.name}.`);
    this.blockers.set(blocker.name, blocker);
  }

  /** The first reason that keeps the account open. */
  async reasonAgainst(
    tx: Tx,
    institutionId: number,
    account: DepositAccount,
  ): Promise<{ name: string; reason: string } | undefined> {
    for (const blocker of this.blockers.values()) {
      const reason = await blocker.blocks(tx, institutionId, account);
      if (reason !== undefined) return { name: blocker.name, reason };
    }
    return undefined;
  }
}
