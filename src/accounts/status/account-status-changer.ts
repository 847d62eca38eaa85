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
import { AccountStatusChange, type FreezeOrderer } from './account-status-change.entity';
import { assertEndableFreeze } from './ended-freeze';
import { openFreezes, readFreezeHistory, statusBeforeFreezes, staysFrozen } from './open-freezes';
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
  /**
   * Of an unfreeze: the freeze that ends, where it is named. Of an approved one null stands for the freeze with which
   * the account came from another system.
   */
  freezeID?: number | null;
  /** The authority that ordered the freeze, where that is not the institution itself. */
  orderedBy?: FreezeOrderer;
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
   * @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED, STATUS_CHANGE_PENDING,
   * FREEZE_NOT_NAMED (409), FREEZE_NOT_FOUND (404)
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
  async apply(tx: Tx, author: ChangeAuthor, change: StatusAction): Promise<void> {
    const { account, ledgerAccount, action, reason, freezeID = null, orderedBy = null } = change;
    const { institutionId, actor, checker = null } = author;
    const fromStatus = ledgerAccount.status;
    const toStatus = await this.statusAfter(tx, fromStatus, change);
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
        endsId: action === 'unfreeze' ? freezeID : null,
        orderedBy,
      }),
    ]);
    await this.audit.record(tx, author, {
      action: `account.${action}`,
      subject: `account:${accountNumber}`,
      details: {
        ...changeOf({ status: fromStatus }, { status: toStatus }),
        ...(orderedBy === null ? {} : { orderedBy }),
        ...(action === 'unfreeze' ? { endsFreezeID: freezeID } : {}),
        reason,
        checker,
      },
    });
  }

  /**
   * The status after an action. An account that is frozen for several reasons stays frozen until the last one ends, and
   * then has the status of before.
   */
  private async statusAfter(
    tx: Tx,
    from: AccountStatus,
    { account: { institutionId, accountNumber }, action, freezeID = null }: StatusAction,
  ): Promise<AccountStatus> {
    const to = assertStatusTransition(from, action);
    if (action !== 'unfreeze') return to;
    const history = await readFreezeHistory(tx, institutionId, accountNumber);
    if (staysFrozen(history, freezeID)) return 'Frozen';
    return statusBeforeFreezes(history);
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
    change: StatusAction,
    action: keyof typeof STATUS_OPERATIONS,
  ): Promise<number | undefined> {
    const { account, reason } = change;
    const { accountNumber, accountName, pendingApprovalId } = account;
    if (pendingApprovalId !== null) {
      throw statusErrors.STATUS_CHANGE_PENDING(
        `A status change of this account waits for approval ${pendingApprovalId}; have it decided first.`,
        { approvalId: pendingApprovalId },
      );
    }
    const { operation, title } = STATUS_OPERATIONS[action];
    const end = action === 'unfreeze' ? await this.endOf(tx, write, change) : undefined;
    const oneOf = end && end.count > 1 ? ` (ends ${nameOf(end.freezeID)}, one of ${end.count})` : '';
    const summary = `${title} ${accountNumber}, ${accountName}${oneOf}${reason === null ? '' : `: ${reason}`}`;
    const approvalId = await this.gate.ask(tx, write, {
      operation,
      summary,
      details: {
        accountNumber,
        reason,
        latestChangeId: await this.latestChangeId(tx, account),
        ...(end && { freezeID: end.freezeID }),
      },
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

  /** The freeze that a request ends, and how many stand. @throws FREEZE_NOT_FOUND (404), FREEZE_NOT_NAMED (409) */
  private async endOf(
    tx: Tx,
    { institutionId, actor }: WriteRequest,
    { account: { accountNumber }, freezeID }: StatusAction,
  ): Promise<{ freezeID: number | null; count: number }> {
    const history = await readFreezeHistory(tx, institutionId, accountNumber);
    const freeze = assertEndableFreeze(history, {
      actor,
      ...(freezeID !== undefined && freezeID !== null && { freezeID }),
    });
    return { freezeID: freeze?.id ?? null, count: openFreezes(history).count };
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

/** A freeze in the summary of an approval, for the checker. */
const nameOf = (freezeID: number | null): string =>
  freezeID === null ? 'the freeze of the former system' : `freeze ${freezeID}`;
