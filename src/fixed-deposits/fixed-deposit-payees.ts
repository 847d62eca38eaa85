import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { mayPost } from '../ledger/engine/account-status';
import { ledgerErrors } from '../ledger/ledger.errors';
import { UNCLAIMED_FUNDS_LEDGER } from '../postings/postings.settings';
import { interestLedgerId, type Payee } from './deposit-legs';
import { type FixedDeposit, LIQUIDATION_TO_GL } from './fixed-deposit.entity';

/** The accounts of record that a payment of the deposit may post to, besides the ledger of unclaimed funds. */
export function payoutAccountIds(deposit: FixedDeposit): number[] {
  const { liquidationAccountId, ledgerAccountId, interestExpenseGlAccountId, withholdingTaxPayableGlAccountId } =
    deposit;
  return [
    liquidationAccountId,
    ledgerAccountId,
    interestExpenseGlAccountId,
    interestLedgerId(deposit),
    withholdingTaxPayableGlAccountId,
  ];
}

/** Finds the account that receives a deposit's money and locks all accounts of the posting. */
@Injectable()
export class FixedDepositPayees {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly settings: InstitutionSettings,
  ) {}

  /**
   * Locks the liquidation account, or the ledger of unclaimed funds when that account is closed. Call it last before
   * the posting, after the deposit is locked.
   * @throws ACCOUNT_CLOSED (409) when the account is closed and that ledger is not configured.
   */
  async lock(tx: Tx, deposit: FixedDeposit): Promise<Payee> {
    const { institutionId, liquidationAccountId } = deposit;
    const accounts = await this.ledgerAccounts.lockAll(tx, institutionId, payoutAccountIds(deposit));
    const { number, status } = accounts.get(liquidationAccountId)!;
    if (status === 'Closed')
      return {
        accountId: await this.unclaimedFundsAccountId(tx, institutionId, number),
        takesGross: true,
        interestRole: 'interest',
        isNamedLedger: false,
      };
    return {
      accountId: liquidationAccountId,
      takesGross: mayPost(status, 'debit'),
      interestRole: mayPost(status, 'credit') ? 'interest' : 'reversal',
      isNamedLedger: deposit.liquidationAccountType === LIQUIDATION_TO_GL,
    };
  }

  private async unclaimedFundsAccountId(tx: Tx, institutionId: number, closed: string): Promise<number> {
    const number = await this.settings.getWithin(tx, institutionId, UNCLAIMED_FUNDS_LEDGER);
    const ledger = number === undefined ? null : await tx.findOneBy(AccountDirectoryEntry, { institutionId, number });
    if (ledger?.kind !== 'gl') {
      throw ledgerErrors.ACCOUNT_CLOSED(
        `The liquidation account ${closed} is closed; set ${UNCLAIMED_FUNDS_LEDGER} to a ledger of unclaimed funds.`,
      );
    }
    return ledger.ledgerAccountId;
  }
}
