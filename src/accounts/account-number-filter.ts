import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '../ledger/chart/account-directory';
import { ledgerErrors } from '../ledger/ledger.errors';

/** The account that the `AccountNumber` filter of a list selects. */
type FilteredAccount = 'any' | 'none' | { accountId: number };

/** Resolves the `AccountNumber` filter of lists about deposit accounts. */
@Injectable()
export class AccountNumberFilter {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * @returns `any` without a number; `none` for a number that no deposit account has, so that the list is empty.
   * @throws VIRTUAL_ACCOUNT_NOT_ALLOWED (422)
   */
  async resolve(institutionId: number, accountNumber: string | undefined): Promise<FilteredAccount> {
    if (accountNumber === undefined) return 'any';
    const found = await this.directory.find(institutionId, accountNumber);
    if (found?.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    return found?.kind === 'deposit' ? { accountId: found.accountId } : 'none';
  }
}
