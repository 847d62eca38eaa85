import { Injectable } from '@nestjs/common';
import { AML_ACTOR } from '../../../accounts/status/aml-freeze';
import { statusChangeRow } from '../../../accounts/status/status-change-row';
import { statusAfterAction } from '../../../accounts/status/status-transitions';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { insertRows } from '../../../common/database/insert-rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { Clock } from '../../../common/time/clock';
import { LedgerAccounts } from '../../../ledger/chart/ledger-accounts';

/** Freezes accounts for scenarios whose movement is posted already. */
@Injectable()
export class AccountFreezes {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Freezes an account. One that is frozen, inactive or closed stays as it is. Freeze several in the order of their
   * ids.
   * @param reason for staff and in the history of the account; it must not name what the scenario looks for
   */
  async freeze(tx: Tx, institutionId: number, accountId: number, reason: string): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    const { number: accountNumber, status: fromStatus } = account;
    const toStatus = statusAfterAction(fromStatus, 'freeze');
    if (account.kind !== 'customer' || toStatus === undefined) return;
    await this.ledgerAccounts.setStatus(tx, account, toStatus);
    const at = this.clock.institutionNow(institutionId);
    const change = { institutionId, accountId, accountNumber, fromStatus, toStatus, reason, actor: AML_ACTOR };
    await insertRows(tx, [statusChangeRow({ ...change, id: await this.ids.next(), checker: null, at })]);
    await this.audit.record(
      tx,
      { institutionId, actor: AML_ACTOR },
      {
        action: 'account.freeze',
        subject: `account:${accountNumber}`,
        details: { from: fromStatus, to: toStatus, reason },
      },
    );
  }
}
