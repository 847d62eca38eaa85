import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { virtualAccountDisplayName } from '../account-record';
import type { Customer } from '../customers/customer.entity';

const CHUNK_SIZE = 5_000;

const VIRTUAL_ACCOUNTS_OF_ACCOUNT = `
  SELECT v.id, v.account_number, v.account_name FROM virtual_account v
   WHERE v.institution_id = $1 AND v.settlement_account_id = $2 AND v.id > $3 ORDER BY v.id LIMIT ${CHUNK_SIZE}`;

interface VirtualAccountRow {
  id: string;
  account_number: string;
  account_name: string;
}

/**
 * Updates the composed names of virtual accounts, which name enquiries and postings show, when a company is renamed.
 */
@Injectable()
export class VirtualAccountNames {
  constructor(private readonly directory: AccountDirectory) {}

  /**
   * Renames the virtual accounts of a company to its new name, in chunks, so that no statement takes long.
   * @param company locked, so that no virtual account is created under the old name meanwhile.
   */
  async renameToCompany(
    tx: Tx,
    { institutionId, id, name }: Pick<Customer, 'institutionId' | 'id' | 'name'>,
  ): Promise<void> {
    const accounts = await tx.query<{ id: string }[]>(
      'SELECT id FROM deposit_account WHERE institution_id = $1 AND customer_id = $2 ORDER BY id',
      [institutionId, id],
    );
    for (const account of accounts) await this.renameVirtualsOf(tx, institutionId, account.id, name);
  }

  private async renameVirtualsOf(
    tx: Tx,
    institutionId: number,
    settlementAccountId: string,
    companyName: string,
  ): Promise<void> {
    let after = '0';
    for (;;) {
      const rows = await tx.query<VirtualAccountRow[]>(VIRTUAL_ACCOUNTS_OF_ACCOUNT, [
        institutionId,
        settlementAccountId,
        after,
      ]);
      const last = rows.at(-1);
      if (!last) return;
      const names = rows.map(({ account_number: number, account_name }) => ({
        number,
        virtualName: virtualAccountDisplayName(account_name, companyName),
      }));
      await this.directory.renameVirtuals(tx, institutionId, names);
      after = last.id;
    }
  }
}
