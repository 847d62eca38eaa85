import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type ClosureBlocker, ClosureBlockers } from '../../accounts/closure/closure-blockers';
import type { DepositAccount } from '../../accounts/deposit-account.entity';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Loan } from './loan.entity';
import { ENDED_STATUSES } from './loan-status';

/** Keeps an account open while a loan is linked to it that has not ended (docs/api/accounts.md#closure). */
@Injectable()
@MemberOf(ClosureBlockers)
export class LoanClosureBlocker implements ClosureBlocker {
  readonly name = 'loans';

  async blocks(tx: Tx, institutionId: number, { id }: DepositAccount): Promise<string | undefined> {
    const loan = await tx.findOneBy(Loan, { institutionId, linkedAccountId: id, status: Not(In([...ENDED_STATUSES])) });
    if (!loan) return undefined;
    const action = loan.disbursementDate === null ? 'cancel it first' : 'it must be repaid first';
    return `The loan ${loan.loanAccountNumber} of this account is ${loan.status}; ${action}.`;
  }
}
