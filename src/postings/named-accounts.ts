import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';

/** Looks up the accounts that a request names; the error names the field whose account does not exist. */
@Injectable()
export class NamedAccounts {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * @param numbers account numbers by the name of their request field.
   * @returns the accounts by the same names.
   * @throws ACCOUNT_NOT_FOUND (404) with `field` in its details.
   */
  async find<Field extends string>(
    institutionId: number,
    numbers: Record<Field, string>,
  ): Promise<Record<Field, AccountDirectoryEntry>> {
    const fields = Object.keys(numbers) as Field[];
    const found = await this.directory.findMany(institutionId, Object.values(numbers));
    const accounts = {} as Record<Field, AccountDirectoryEntry>;
    for (const field of fields) {
      const account = found.get(numbers[field]);
      if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account with the number in ${field}.`, { field });
      accounts[field] = account;
    }
    return accounts;
  }
}
