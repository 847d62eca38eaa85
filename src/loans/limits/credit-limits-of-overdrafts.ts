import { Injectable } from '@nestjs/common';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import type { Overdraft } from '../../accounts/overdrafts/overdraft.entity';
import { type OverdraftCheck, OverdraftChecks } from '../../accounts/overdrafts/overdraft-checks';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { LoanCreditLimits } from './loan-credit-limits';

/**
 * Holds overdrafts to the limits of credit of their customers, as loans are
 * (docs/domain/provisions.md#credit-limits).
 */
@Injectable()
@MemberOf(OverdraftChecks)
export class CreditLimitsOfOverdrafts implements OverdraftCheck {
  readonly name = 'credit-limits';

  constructor(private readonly limits: LoanCreditLimits) {}

  /** @throws CREDIT_LIMIT_EXCEEDED (422) */
  async assertMayGive(
    tx: Tx,
    { institutionId, accountId }: Pick<Overdraft, 'institutionId' | 'accountId'>,
  ): Promise<void> {
    const { customerId } = await tx.findOneByOrFail(DepositAccount, { institutionId, id: accountId });
    await this.limits.assertWithin(tx, { institutionId, customerId }, 'overdraft');
  }
}
