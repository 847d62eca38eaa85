import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type ClosureBlocker, ClosureBlockers } from '../accounts/closure/closure-blockers';
import type { DepositAccount } from '../accounts/deposit-account.entity';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { FINAL_STATUSES } from './decide-payout';
import { Payout } from './payout.entity';

/** An account stays open while one of its payments may still come back (docs/api/accounts.md#closure). */
@Injectable()
@MemberOf(ClosureBlockers)
export class OpenPayoutClosureBlocker implements ClosureBlocker {
  readonly name = 'open-payouts';

  async blocks(tx: Tx, institutionId: number, { accountNumber }: DepositAccount): Promise<string | undefined> {
    const open = await tx.findOneBy(Payout, { institutionId, accountNumber, status: Not(In(FINAL_STATUSES)) });
    return open
      ? `The payment ${open.reference} of this account is ${open.status}; wait until it is processed or reversed.`
      : undefined;
  }
}
