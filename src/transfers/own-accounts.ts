import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { AccountDirectoryEntry } from '../ledger/chart/account-directory-entry.entity';

/** Deposit accounts have the ids of their accounts of record. */
const HELD_BY_PAYER = `SELECT id FROM deposit_account
  WHERE institution_id = $1 AND id = ANY($2::bigint[])
    AND customer_id = (SELECT customer_id FROM deposit_account WHERE institution_id = $1 AND id = $3)`;

type Party = Pick<AccountDirectoryEntry, 'kind' | 'ledgerAccountId'>;

/** Finds transfers between accounts of one customer, on which the law puts no stamp duty. */
@Injectable()
export class OwnAccounts {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The ids of the accounts of record of those credited accounts that the customer who pays holds. A virtual account
   * stands for its settlement account; a ledger has no holder.
   */
  async amongCredited(institutionId: number, debit: Party, credited: readonly Party[]): Promise<ReadonlySet<number>> {
    const ids = [...new Set(credited.flatMap(({ kind, ledgerAccountId }) => (kind === 'gl' ? [] : ledgerAccountId)))];
    if (debit.kind !== 'deposit' || ids.length === 0) return new Set();
    const rows = await this.unitOfWork.read(institutionId, (tx) =>
      tx.query<{ id: string }[]>(HELD_BY_PAYER, [institutionId, ids, debit.ledgerAccountId]),
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }
}
