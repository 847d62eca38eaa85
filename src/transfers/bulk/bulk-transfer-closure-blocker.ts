import { Injectable } from '@nestjs/common';
import { type ClosureBlocker, ClosureBlockers } from '../../accounts/closure/closure-blockers';
import type { DepositAccount } from '../../accounts/deposit-account.entity';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';

const UNFINISHED_FILE = `SELECT f.reference FROM bulk_transfer f
   JOIN posting p ON p.institution_id = $1 AND p.id = f.id AND p.status = 'Posted'
  WHERE f.institution_id = $1 AND f.debit_account_number = $2 AND NOT f.together AND f.completed_at IS NULL
  LIMIT 1`;

/** An account stays open while the money of rows may still come back to it (docs/api/accounts.md#closure). */
@Injectable()
@MemberOf(ClosureBlockers)
export class BulkTransferClosureBlocker implements ClosureBlocker {
  readonly name = 'bulk-transfers';

  async blocks(tx: Tx, institutionId: number, { accountNumber }: DepositAccount): Promise<string | undefined> {
    const [file] = await tx.query<{ reference: string }[]>(UNFINISHED_FILE, [institutionId, accountNumber]);
    return file && `Rows of the bulk transfer ${file.reference} are still being posted; wait until it is Completed.`;
  }
}
