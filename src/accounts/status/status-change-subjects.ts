import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import type { DepositAccount } from '../deposit-account.entity';
import { DepositAccounts } from '../deposit-accounts';
import { AccountStatusChanger } from './account-status-changer';
import { statusPermissions } from './status.permissions';
import { STATUS_OPERATIONS } from './status-operations';

/** Details that `AccountStatusChanger` stored with the approval. */
interface ChangeDetails {
  accountNumber: string;
  reason: string | null;
}

type ActionWithApproval = keyof typeof STATUS_OPERATIONS;

/**
 * Carries out decisions on status changes. An approved change is made if the account still allows it; a declined one
 * leaves the account as it is.
 */
@Injectable()
export class StatusChangeSubjects implements OnModuleInit {
  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly changer: AccountStatusChanger,
  ) {}

  onModuleInit(): void {
    for (const action of Object.keys(STATUS_OPERATIONS) as ActionWithApproval[])
      this.subjects.register(this.subjectOf(action));
  }

  private subjectOf(action: ActionWithApproval): ApprovalSubject {
    return {
      ...STATUS_OPERATIONS[action],
      permission: statusPermissions.approveStatusChanges,
      underPolicy: true,
      onApproved: (tx, approval) => this.applyApproved(tx, approval, action),
      onDeclined: async (tx, approval) => this.changer.clearPending(tx, await this.lockAccount(tx, approval)),
    };
  }

  private async applyApproved(tx: Tx, approval: Approval, action: ActionWithApproval): Promise<void> {
    const { institutionId, maker, decidedBy } = approval;
    const account = await this.lockAccount(tx, approval);
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, account.id);
    await this.changer.clearPending(tx, account);
    await this.changer.apply(
      tx,
      { institutionId, actor: maker, checker: decidedBy },
      { account, ledgerAccount, action, reason: detailsOf(approval).reason },
    );
  }

  private lockAccount(tx: Tx, approval: Approval): Promise<DepositAccount> {
    return this.accounts.require(tx, approval.institutionId, detailsOf(approval).accountNumber, 'change');
  }
}

function detailsOf({ details }: Approval): ChangeDetails {
  return details as unknown as ChangeDetails;
}
