import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { ledgerErrors } from '../ledger/ledger.errors';

/** What a list's `AccountNumber` filter stands for. */
type AccountFilter = 'any' | 'none' | { accountId: number };

/** Reads the `AccountNumber` filter of lists about deposit accounts. */
@Injectable()
export class FilteredAccount {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * `any` without a number, `none` for a number that no deposit account has: such a list is empty.
   * @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
   */
  async find(institutionId: number, accountNumber: string | undefined): Promise<AccountFilter> {
    if (accountNumber === undefined) return 'any';
    const found = await this.directory.find(institutionId, accountNumber);
    if (found?.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    return found?.kind === 'deposit' ? { accountId: found.accountId } : 'none';
  }
}
