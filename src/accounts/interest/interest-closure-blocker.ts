import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { formatNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { AccruedInterest, type InterestAccrual } from '../accrued-interest';
import { type ClosureBlocker, ClosureBlockers } from '../closure/closure-blockers';
import type { DepositAccount } from '../deposit-account.entity';
import { OverdraftInterest } from './overdraft-interest.entity';
import { wholeKobo } from './posting/interest-amounts';
import { SavingsInterest } from './savings-interest.entity';

/**
 * Reports the savings interest that accounts have earned, and keeps an account open while it has interest to be paid or
 * charged. Half a kobo or less counts as 0: it is not shown and does not prevent a closure.
 */
@Injectable()
@MemberOf(AccruedInterest)
@MemberOf(ClosureBlockers)
export class InterestClosureBlocker implements InterestAccrual, ClosureBlocker {
  readonly name = 'unposted-interest';

  async accruedKobo(tx: Tx, institutionId: number, accountId: number): Promise<bigint> {
    return wholeKobo((await tx.findOneBy(SavingsInterest, { institutionId, accountId }))?.accruedKobo ?? '0');
  }

  async blocks(tx: Tx, institutionId: number, { id }: DepositAccount): Promise<string | undefined> {
    const earnedKobo = await this.accruedKobo(tx, institutionId, id);
    if (earnedKobo !== 0n)
      return `The account has earned ${formatNaira(earnedKobo)} of unposted interest; ask staff to post it first.`;
    const owedKobo = wholeKobo(
      (await tx.findOneBy(OverdraftInterest, { institutionId, accountId: id }))?.accruedKobo ?? '0',
    );
    return owedKobo === 0n
      ? undefined
      : `The account owes ${formatNaira(owedKobo)} of uncharged overdraft interest; ask staff to post it first.`;
  }
}
