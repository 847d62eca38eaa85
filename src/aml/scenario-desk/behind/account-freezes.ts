import { Injectable } from '@nestjs/common';
import { AML_ACTOR } from '../../../accounts/status/aml-freeze';
import { hasFreezeBy, readFreezeHistory } from '../../../accounts/status/open-freezes';
import { statusChangeRow } from '../../../accounts/status/status-change-row';
import { statusAfterAction } from '../../../accounts/status/status-transitions';
import { AuditLog } from '../../../common/audit/audit-log';
import { IdAllocator } from '../../../common/database/id-allocator';
import { insertRows } from '../../../common/database/insert-rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { Clock } from '../../../common/time/clock';
import { LedgerAccounts } from '../../../ledger/chart/ledger-accounts';
import type { AccountStatus } from '../../../ledger/engine/account-status';
import type { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';

/** Freezes accounts behind a movement: for scenarios, and for holds that found the account frozen. */
@Injectable()
export class AccountFreezes {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Freezes an account. To one that others froze it adds a freeze of AML, which must end too; one that AML has frozen,
   * or that is closed or waits for its opening, stays as it is. Freeze several in the order of their ids.
   * @param reason for staff and in the history of the account; it must not name what the scenario looks for
   */
  async freeze(tx: Tx, institutionId: number, accountId: number, reason: string): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    if (account.kind !== 'customer') return;
    if (account.status === 'Frozen') return this.addTo(tx, account, reason);
    const toStatus = statusAfterAction(account.status, 'freeze');
    if (toStatus === undefined) return;
    const fromStatus = account.status;
    await this.ledgerAccounts.setStatus(tx, account, toStatus);
    await this.record(tx, account, { fromStatus, toStatus, reason });
  }

  /** Adds a freeze of AML to an account that is frozen, unless one stands. An account that is open stays open. */
  async add(tx: Tx, institutionId: number, accountId: number, reason: string): Promise<void> {
    const account = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    if (account.kind === 'customer' && account.status === 'Frozen') await this.addTo(tx, account, reason);
  }

  private async addTo(tx: Tx, account: LedgerAccount, reason: string): Promise<void> {
    const history = await readFreezeHistory(tx, account.institutionId, account.number);
    if (hasFreezeBy(history, AML_ACTOR)) return;
    await this.record(tx, account, { fromStatus: 'Frozen', toStatus: 'Frozen', reason });
  }

  private async record(
    tx: Tx,
    { institutionId, id: accountId, number: accountNumber }: LedgerAccount,
    { fromStatus, toStatus, reason }: { fromStatus: AccountStatus; toStatus: AccountStatus; reason: string },
  ): Promise<void> {
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
