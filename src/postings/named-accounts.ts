import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../ledger/ledger.errors';

/** Looks up the account fields of a request and names the field that leads nowhere. */
@Injectable()
export class NamedAccounts {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * @param numbers account numbers by the name of their request field.
   * @returns what each leads to, by the same names.
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
      if (!account) throw ledgerErrors.ACCOUNT_NOT_FOUND(`${field} names no account of the institution.`, { field });
      accounts[field] = account;
    }
    return accounts;
  }
}
