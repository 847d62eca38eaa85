import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { MemberOf } from '../../common/registry/registry';
import { Loans } from '../contract/loans';
import { LoanCreditLimits } from '../limits/loan-credit-limits';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { GroupLoans } from './group-loans';

export const GROUP_LOAN_OPERATION = 'group-loan';

/** Carries out the decision on a group loan for all its loans. Loans that were canceled meanwhile stay canceled. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class GroupLoanSubject implements ApprovalSubject {
  readonly operation = GROUP_LOAN_OPERATION;
  readonly title = 'Group loan';
  readonly underPolicy = true;
  readonly permission = loansPermissions.approveLoans;

  constructor(
    private readonly groups: GroupLoans,
    private readonly loans: Loans,
    private readonly audit: AuditLog,
    private readonly limits: LoanCreditLimits,
  ) {}

  /** @throws LOAN_STATUS_REFUSED (409) when every loan was canceled, CREDIT_LIMIT_EXCEEDED (422) */
  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const count = await this.settle(tx, approval, 'Approved', staff);
    if (count === 0)
      throw loansErrors.LOAN_STATUS_REFUSED(
        'No loan of the group is pending approval any more; decline this approval.',
      );
  }

  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    await this.settle(tx, approval, 'Rejected', staff);
  }

  private async settle(
    tx: Tx,
    { institutionId, details }: Approval,
    status: 'Approved' | 'Rejected',
    staff: StaffActor,
  ): Promise<number> {
    const group = await this.groups.require(tx, institutionId, (details as { groupLoanId: number }).groupLoanId);
    const waiting = (await this.groups.lockLoans(tx, group)).filter(({ loan }) => loan.status === 'PendingApproval');
    for (const { loan } of waiting) {
      await this.loans.store(tx, loan, { approvalId: null });
      await this.loans.transitionTo(tx, loan, status);
      if (status === 'Approved') await this.limits.assertWithin(tx, loan);
    }
    await this.groups.store(tx, await this.groups.lock(tx, group), null);
    const action = status === 'Approved' ? 'group-loan.approve' : 'group-loan.reject';
    await this.audit.record(
      tx,
      { institutionId, actor: actorName(staff) },
      {
        action,
        subject: `group-loan:${group.id}`,
        details: { referenceNumber: group.referenceNumber, loans: waiting.length },
      },
    );
    return waiting.length;
  }
}
