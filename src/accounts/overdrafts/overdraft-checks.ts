import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { Overdraft } from './overdraft.entity';

/** A rule of another module about who may be given an overdraft, such as a limit on all credit of a customer. */
export interface OverdraftCheck {
  /** Stable name, such as `loans`. */
  readonly name: string;
  /** @throws AppError where the overdraft, which is stored with its new limit, gives too much */
  assertMayGive(tx: Tx, overdraft: Pick<Overdraft, 'institutionId' | 'accountId'>): Promise<void>;
}

/**
 * Checks overdrafts that give more credit: the providers with `@MemberOf(OverdraftChecks)`. Ask once the new limit is
 * stored and every lock is taken, in its transaction.
 */
@Injectable()
export class OverdraftChecks extends Registry<OverdraftCheck> {
  /** @throws the refusal of the first check that has one */
  async assertMayGive(tx: Tx, overdraft: Pick<Overdraft, 'institutionId' | 'accountId'>): Promise<void> {
    for (const check of this.all()) await check.assertMayGive(tx, overdraft);
  }

  protected override nameOf({ name }: OverdraftCheck): string {
    return name;
  }
}
