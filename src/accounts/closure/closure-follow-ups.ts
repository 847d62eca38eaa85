import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { DepositAccount } from '../deposit-account.entity';

/** Work of a module after the closing of an account (`docs/api/accounts.md#closure`). */
export interface ClosureFollowUp {
  /** Stable name, such as `cards`. */
  readonly name: string;
  /** Runs inside the closing transaction, and queues what needs others, such as a provider. */
  follow(tx: Tx, institutionId: number, account: DepositAccount): Promise<void>;
}

/** All follow-ups of a closure: the providers with `@MemberOf(ClosureFollowUps)`. */
@Injectable()
export class ClosureFollowUps extends Registry<ClosureFollowUp> {
  async run(tx: Tx, institutionId: number, account: DepositAccount): Promise<void> {
    for (const followUp of this.all()) await followUp.follow(tx, institutionId, account);
  }

  protected override nameOf({ name }: ClosureFollowUp): string {
    return name;
  }
}
