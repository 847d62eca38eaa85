import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { AccountDirectory } from './account-directory';
import type { AccountStatus } from './account-status';
import { LedgerAccount } from './ledger-account.entity';
import { ledgerErrors } from './ledger.errors';

/** What a new account of record is; its amounts start at zero. */
export type NewLedgerAccount = Pick<LedgerAccount, 'institutionId' | 'id' | 'number' | 'name' | 'kind' | 'status' | 'normalSide'> &
  Partial<Pick<LedgerAccount, 'controlAccountId' | 'isControl' | 'allowApi' | 'mayGoNegative' | 'productId' | 'customerType' | 'branchId'>>;

/** Opens accounts of record and changes what is not an amount. Amounts are written by the posting engine alone. */
@Injectable()
export class LedgerAccounts {
  constructor(private readonly directory: AccountDirectory) {}

  /** Opens an account of record and registers its number. `accountId` is the deposit or GL account it belongs to. */
  async open(tx: Tx, account: NewLedgerAccount, accountId: number): Promise<void> {
    await tx.insert(LedgerAccount, account);
    await this.directory.register(tx, {
      institutionId: account.institutionId,
      number: account.number,
      kind: account.kind === 'gl' ? 'gl' : 'deposit',
      accountId,
      ledgerAccountId: account.id,
      virtualName: null,
    });
  }

  /** Locks one account of record until the transaction ends, against postings too. @throws ACCOUNT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<LedgerAccount> {
    const account = await tx.findOne(LedgerAccount, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND();
    return account;
  }

  /** Changes the status of a locked account. */
  async setStatus(tx: Tx, account: LedgerAccount, status: AccountStatus): Promise<void> {
    await tx.update(LedgerAccount, { institutionId: account.institutionId, id: account.id }, { status });
    account.status = status;
  }
}
