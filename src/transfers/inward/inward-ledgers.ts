import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { transfersErrors } from '../transfers.errors';
import { INWARD_SUSPENSE_LEDGER, INWARD_TRANSFER_LEDGER } from '../transfers.settings';

/** The ledgers between which inward transfers are posted: the one that the switch settles, and the one for suspense. */
@Injectable()
export class InwardLedgers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * Both ledgers, looked at before a transfer is accepted: afterwards nothing may refuse it.
   * @throws INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED (503)
   */
  async require(institutionId: number): Promise<Record<'settlement' | 'suspense', AccountDirectoryEntry>> {
    return {
      settlement: await this.usable(institutionId, INWARD_TRANSFER_LEDGER),
      suspense: await this.usable(institutionId, INWARD_SUSPENSE_LEDGER),
    };
  }

  private async usable(institutionId: number, key: string): Promise<AccountDirectoryEntry> {
    const code = await this.settings.get(institutionId, key);
    const ledger = code === undefined ? undefined : await this.directory.find(institutionId, code);
    if (ledger?.kind === 'gl' && (await this.takesPostings(ledger))) return ledger;
    throw transfersErrors.INWARD_TRANSFER_LEDGERS_NOT_CONFIGURED(
      `The ledger of ${key} does not exist or takes no postings; nothing was posted. Send the transfer again later.`,
    );
  }

  private takesPostings({ institutionId, ledgerAccountId }: AccountDirectoryEntry): Promise<boolean> {
    return this.unitOfWork.read(institutionId, (tx) =>
      tx.existsBy(LedgerAccount, { institutionId, id: ledgerAccountId, status: 'Active', isControl: false }),
    );
  }
}
