import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import type { AccountStatus } from '../../ledger/engine/account-status';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { DepositAccount } from '../deposit-account.entity';
import { AccountStatusChange } from './account-status-change.entity';
import { openFreezeCount, readFreezeHistory } from './open-freezes';
import type { AccountStatusView } from './status.dto';
import { statusErrors } from './status.errors';
import { statusChangeRow } from './status-change-row';
import { STATUS_OPERATIONS } from './status-operations';
import { type AccountAction, assertStatusTransition } from './status-transitions';

/** An action on the status of an account. The caller's transaction has locked both rows of the account. */
export interface StatusAction {
  account: DepositAccount;
  ledgerAccount: LedgerAccount;
  action: AccountAction;
  reason: string | null;
}

/** The actor of a change and its checker. */
interface ChangeAuthor extends AuditAuthor {
  checker?: string | null;
}

/**
 * Changes the status of accounts by the table of transitions, with history and audit log, after approval where it needs
 * one (`docs/api/accounts.md#transitions`).
 */
@Injectable()
export class AccountStatusChanger {
  constructor(
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly gate: ApprovalGate,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes the change now, or opens an approval: always for an unfreeze, under an approval policy for activation and
   * deactivation, never for a freeze. Only one change of an account waits at a time.
   *
   * @returns the account with its new status, or 202 with the approval.
   * @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED, STATUS_CHANGE_PENDING (409)
   */
  async request(tx: Tx, write: WriteRequest, change: StatusAction): Promise<Outcome> {
    const { account, ledgerAccount, action } = change;
    assertStatusTransition(ledgerAccount.status, action);
    if (action !== 'freeze') {
      const approvalId = await this.requestApproval(tx, write, change, action);
      if (approvalId !== undefined) {
        return pendingApproval(
          approvalId,
          `The account stays ${ledgerAccount.status} until staff approve the request to ${action} it.`,
          { ...accountStatusView(account, ledgerAccount) },
        );
      }
    }
    await this.apply(tx, write, change);
    return Outcome.done(accountStatusView(account, ledgerAccount));
  }

  /** Makes the change. @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED (409) */
  async apply(tx: Tx, author: ChangeAuthor, { account, ledgerAccount, action, reason }: StatusAction): Promise<void> {
    const { institutionId, actor, checker = null } = author;
    const fromStatus = ledgerAccount.status;
    const toStatus = await this.statusAfter(tx, account, fromStatus, action);
    await this.ledgerAccounts.setStatus(tx, ledgerAccount, toStatus);
    const { id: accountId, accountNumber } = account;
    const id = await this.ids.next();
    await insertRows(tx, [
      statusChangeRow({
        institutionId,
        id,
        accountId,
        accountNumber,
        fromStatus,
        toStatus,
        reason,
        actor,
        checker,
        at: this.clock.institutionNow(institutionId),
      }),
    ]);
    await this.audit.record(tx, author, {
      action: `account.${action}`,
      subject: `account:${accountNumber}`,
      details: { ...changeOf({ status: fromStatus }, { status: toStatus }), reason, checker },
    });
  }

  /** The status after an action; an account that is frozen for several reasons stays frozen until the last one ends. */
  private async statusAfter(
    tx: Tx,
    { institutionId, accountNumber }: DepositAccount,
    from: AccountStatus,
    action: AccountAction,
  ): Promise<AccountStatus> {
    const to = assertStatusTransition(from, action);
    if (action !== 'unfreeze') return to;
    return openFreezeCount(await readFreezeHistory(tx, institutionId, accountNumber)) > 1 ? 'Frozen' : to;
  }

  /** Clears the account's waiting approval once it is decided. */
  async clearPending(tx: Tx, account: DepositAccount): Promise<void> {
    await this.markPending(tx, account, null);
  }

  /** The latest change of the account's status, which tells whether a request was made before it. */
  async latestChangeId(tx: Tx, { institutionId, accountNumber }: DepositAccount): Promise<number | null> {
    const [latest] = await tx.find(AccountStatusChange, {
      where: { institutionId, accountNumber },
      order: { at: 'DESC', id: 'DESC' },
      take: 1,
    });
    return latest?.id ?? null;
  }

  private async requestApproval(
    tx: Tx,
    write: WriteRequest,
    { account, reason }: StatusAction,
    action: keyof typeof STATUS_OPERATIONS,
  ): Promise<number | undefined> {
    const { accountNumber, accountName, pendingApprovalId } = account;
    if (pendingApprovalId !== null) {
      throw statusErrors.STATUS_CHANGE_PENDING(
        `A status change of this account waits for approval ${pendingApprovalId}; have it decided first.`,
        { approvalId: pendingApprovalId },
      );
    }
    const { operation, title } = STATUS_OPERATIONS[action];
    const freezes =
      action === 'unfreeze'
        ? openFreezeCount(await readFreezeHistory(tx, write.institutionId, accountNumber))
        : undefined;
    const oneOf = freezes !== undefined && freezes > 1 ? ` (ends one of ${freezes} freezes)` : '';
    const summary = `${title} ${accountNumber}, ${accountName}${oneOf}${reason === null ? '' : `: ${reason}`}`;
    const approvalId = await this.gate.ask(tx, write, {
      operation,
      summary,
      details: { accountNumber, reason, latestChangeId: await this.latestChangeId(tx, account) },
      record: { kind: 'account', id: account.id },
      always: action === 'unfreeze',
    });
    if (approvalId === undefined) return undefined;
    await this.markPending(tx, account, approvalId);
    await this.audit.record(tx, write, {
      action: `account.ask-to-${action}`,
      subject: `account:${accountNumber}`,
      details: { approvalId, reason },
    });
    return approvalId;
  }

  private async markPending(tx: Tx, account: DepositAccount, pendingApprovalId: number | null): Promise<void> {
    await tx.update(DepositAccount, { institutionId: account.institutionId, id: account.id }, { pendingApprovalId });
    account.pendingApprovalId = pendingApprovalId;
  }
}

function accountStatusView(
  { id, accountNumber, accountName }: DepositAccount,
  { status }: LedgerAccount,
): AccountStatusView {
  return { id, accountNumber, accountName, accountStatus: status };
}
