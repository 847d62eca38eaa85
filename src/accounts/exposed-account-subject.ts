import { Injectable } from '@nestjs/common';
import type { Approval } from '../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../approvals/approval-subjects';
import { AuditLog } from '../common/audit/audit-log';
import { changeOf } from '../common/audit/change-of';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { accountsErrors } from './accounts.errors';
import { accountsPermissions } from './accounts.permissions';
import { ClosureBlockers } from './closure/closure-blockers';
import { DepositAccount } from './deposit-account.entity';
import { DepositAccounts } from './deposit-accounts';
import { statusChangeRow } from './status/status-change-row';

/** The operation of the approvals that accounts of politically exposed persons wait for. */
export const EXPOSED_ACCOUNT_OPERATION = 'open-exposed-account';

/** An account keeps so many characters of the reason of its closure. */
const CLOSURE_REASON_MAX_LENGTH = 250;

/**
 * Carries out decisions on accounts of politically exposed persons: approved, the account becomes Active; declined, it
 * is closed (docs/api/accounts.md#exposed-persons).
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class ExposedAccountSubject implements ApprovalSubject {
  readonly operation = EXPOSED_ACCOUNT_OPERATION;
  readonly title = 'Open account of exposed person';
  readonly permission = accountsPermissions.approveExposedAccounts;
  readonly noteToApprove = true;
  readonly consequence = 'The account becomes Active and takes debits and credits. Declined, it is closed.';

  constructor(
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly blockers: ClosureBlockers,
  ) {}

  async onApproved(tx: Tx, approval: Approval, _staff: StaffActor, note?: string): Promise<void> {
    await this.settle(tx, approval, await this.lockWaiting(tx, approval), 'Active', note);
  }

  /** @throws ACCOUNT_CLOSURE_BLOCKED (422) where something was begun with the account, such as a loan */
  async onDeclined(tx: Tx, approval: Approval, _staff: StaffActor, note?: string): Promise<void> {
    const { institutionId } = approval;
    const account = await this.lockWaiting(tx, approval);
    const blocked = await this.blockers.firstReason(tx, institutionId, { ...account, pendingApprovalId: null });
    if (blocked) throw accountsErrors.ACCOUNT_CLOSURE_BLOCKED(blocked.reason, { blockedBy: blocked.name });
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const closureReason = note?.slice(0, CLOSURE_REASON_MAX_LENGTH).toWellFormed() ?? null;
    await tx.update(DepositAccount, { institutionId, id: account.id }, { dateClosed: businessDate, closureReason });
    await this.settle(tx, approval, account, 'Closed', note);
  }

  private async lockWaiting(tx: Tx, { institutionId, id, details }: Approval): Promise<DepositAccount> {
    const { accountNumber } = details as { accountNumber: string };
    const account = await this.accounts.require(tx, institutionId, accountNumber, 'change');
    if (account.pendingApprovalId !== id)
      throw new Error(`The account ${accountNumber} does not wait for the approval ${id}.`);
    return account;
  }

  private async settle(
    tx: Tx,
    { institutionId, maker: actor, decidedBy: checker }: Approval,
    { id: accountId, accountNumber }: DepositAccount,
    toStatus: 'Active' | 'Closed',
    note = '',
  ): Promise<void> {
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, accountId);
    const { status: fromStatus } = ledgerAccount;
    await tx.update(DepositAccount, { institutionId, id: accountId }, { pendingApprovalId: null });
    await this.ledgerAccounts.setStatus(tx, ledgerAccount, toStatus);
    const change = { accountId, accountNumber, fromStatus, toStatus, reason: note, actor, checker };
    const at = this.clock.institutionNow(institutionId);
    await insertRows(tx, [statusChangeRow({ institutionId, id: await this.ids.next(), at, ...change })]);
    await this.audit.record(
      tx,
      { institutionId, actor },
      {
        action: toStatus === 'Active' ? 'account.approve-opening' : 'account.decline-opening',
        subject: `account:${accountNumber}`,
        details: { ...changeOf({ status: fromStatus }, { status: toStatus }), reason: note, checker },
      },
    );
  }
}
