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

/** As the changer stored them with the approval. */
interface ChangeDetails {
  accountNumber: string;
  reason: string | null;
}

type GuardedAction = keyof typeof STATUS_OPERATIONS;

/** What decisions on changes of status mean: approved, the change is made if the account still allows it; declined, nothing is. */
@Injectable()
export class StatusChangeSubjects implements OnModuleInit {
  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly accounts: DepositAccounts,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly changer: AccountStatusChanger,
  ) {}

  onModuleInit(): void {
    for (const action of Object.keys(STATUS_OPERATIONS) as GuardedAction[])
      this.subjects.register(this.subjectOf(action));
  }

  private subjectOf(action: GuardedAction): ApprovalSubject {
    return {
      ...STATUS_OPERATIONS[action],
      permission: statusPermissions.approveStatusChanges,
      underPolicy: true,
      onApproved: (tx, approval) => this.make(tx, approval, action),
      onDeclined: async (tx, approval) => this.changer.settle(tx, await this.lock(tx, approval)),
    };
  }

  private async make(tx: Tx, approval: Approval, action: GuardedAction): Promise<void> {
    const { institutionId, maker, decidedBy } = approval;
    const account = await this.lock(tx, approval);
    const ledgerAccount = await this.ledgerAccounts.lock(tx, institutionId, account.id);
    await this.changer.settle(tx, account);
    await this.changer.apply(
      tx,
      { institutionId, actor: maker, checker: decidedBy },
      { account, ledgerAccount, action, reason: detailsOf(approval).reason },
    );
  }

  private lock(tx: Tx, approval: Approval): Promise<DepositAccount> {
    return this.accounts.require(tx, approval.institutionId, detailsOf(approval).accountNumber, 'change');
  }
}

function detailsOf({ details }: Approval): ChangeDetails {
  return details as unknown as ChangeDetails;
}
