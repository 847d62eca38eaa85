import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Clock } from '../../common/time/clock';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { DepositAccount } from '../deposit-account.entity';
import type { AccountStatusView } from './status.dto';
import { statusErrors } from './status.errors';
import { statusChangeRow } from './status-change-row';
import { STATUS_OPERATIONS } from './status-operations';
import { type AccountAction, assertStatusTransition } from './status-transitions';

/** An account, both of its rows locked by the caller's transaction, and what is to be done to its status. */
export interface StatusAction {
  account: DepositAccount;
  ledgerAccount: LedgerAccount;
  action: AccountAction;
  reason: string | null;
}

/** Who makes a change, and who approved it. */
interface ChangeAuthor {
  institutionId: number;
  actor: string;
  correlationId?: string;
  checker?: string | null;
}

/** Changes the status of accounts: by the table of transitions, with history and audit, after approval where it takes one. */
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
   * Makes the change now, or opens its approval: an unfreeze always has one, activation and deactivation when a policy says
   * so, a freeze never. Only one change of an account waits at a time.
   *
   * @returns the account's new status, or 202.
   * @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED, STATUS_CHANGE_PENDING (409)
   */
  async request(tx: Tx, write: WriteRequest, change: StatusAction): Promise<Outcome> {
    const { account, ledgerAccount, action } = change;
    assertStatusTransition(ledgerAccount.status, action);
    if (action !== 'freeze') {
      const approvalId = await this.askFirst(tx, write, change, action);
      if (approvalId !== undefined) {
        return pendingApproval(
          approvalId,
          `The account is ${ledgerAccount.status} until staff approve to ${action} it.`,
          { ...viewOf(account, ledgerAccount) },
        );
      }
    }
    await this.apply(tx, write, change);
    return Outcome.done(viewOf(account, ledgerAccount));
  }

  /** Makes the change. @throws ACCOUNT_CLOSED, ACCOUNT_PENDING_APPROVAL, STATUS_CHANGE_NOT_ALLOWED (409) */
  async apply(
    tx: Tx,
    { institutionId, actor, correlationId, checker = null }: ChangeAuthor,
    { account, ledgerAccount, action, reason }: StatusAction,
  ): Promise<void> {
    const fromStatus = ledgerAccount.status;
    const toStatus = assertStatusTransition(fromStatus, action);
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
        at: this.clock.now(),
      }),
    ]);
    const author = { institutionId, actor, ...(correlationId === undefined ? {} : { correlationId }) };
    await this.audit.record(tx, author, {
      action: `account.${action}`,
      subject: `account:${accountNumber}`,
      details: { from: fromStatus, to: toStatus, reason, checker },
    });
  }

  /** Forgets the approval that a change waited for, once it is decided. */
  async settle(tx: Tx, account: DepositAccount): Promise<void> {
    await this.markPending(tx, account, null);
  }

  private async askFirst(
    tx: Tx,
    write: WriteRequest,
    { account, reason }: StatusAction,
    action: keyof typeof STATUS_OPERATIONS,
  ): Promise<number | undefined> {
    const { accountNumber, accountName, pendingApprovalId } = account;
    if (pendingApprovalId !== null) {
      throw statusErrors.STATUS_CHANGE_PENDING(
        `A change of the status of this account waits for approval ${pendingApprovalId}; it must be decided first.`,
        { approvalId: pendingApprovalId },
      );
    }
    const { operation, title } = STATUS_OPERATIONS[action];
    const summary = `${title} ${accountNumber}, ${accountName}${reason === null ? '' : `: ${reason}`}`;
    const approvalId = await this.gate.ask(tx, write, {
      operation,
      summary,
      details: { accountNumber, reason },
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

function viewOf({ id, accountNumber, accountName }: DepositAccount, { status }: LedgerAccount): AccountStatusView {
  return { id, accountNumber, accountName, accountStatus: status };
}
