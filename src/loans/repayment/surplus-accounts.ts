import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { UNCLAIMED_FUNDS_LEDGER } from '../../postings/postings.settings';
import type { Loan } from '../contract/loan.entity';
import { loansErrors } from '../loans.errors';

/** The accounts that receive what a payment of a loan exceeds its payoff by (docs/api/loans.md#repayment). */
@Injectable()
export class SurplusAccounts {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * Id of the linked account, or of the ledger of unclaimed funds when that account is closed.
   * @throws UNCLAIMED_FUNDS_NOT_CONFIGURED (503)
   */
  async of(tx: Tx, { institutionId, linkedAccountId }: Loan): Promise<number> {
    const linked = await tx.findOneByOrFail(LedgerAccount, { institutionId, id: linkedAccountId });
    return linked.status === 'Closed' ? this.unclaimedFunds(tx, institutionId) : linkedAccountId;
  }

  /** Id of the ledger of unclaimed funds. @throws UNCLAIMED_FUNDS_NOT_CONFIGURED (503) */
  async unclaimedFunds(tx: Tx, institutionId: number): Promise<number> {
    const code = await this.settings.getWithin(tx, institutionId, UNCLAIMED_FUNDS_LEDGER);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind !== 'gl') throw loansErrors.UNCLAIMED_FUNDS_NOT_CONFIGURED();
    return ledger.ledgerAccountId;
  }
}
