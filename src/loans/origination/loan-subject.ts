import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { MemberOf } from '../../common/registry/registry';
import type { Loan } from '../contract/loan.entity';
import { Loans } from '../contract/loans';
import { LoanCreditLimits } from '../limits/loan-credit-limits';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';

export const LOAN_OPERATION = 'loan';

/** Carries out the decision on a loan: approved for disbursement, or rejected (docs/api/loans.md#approval). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanSubject implements ApprovalSubject {
  readonly operation = LOAN_OPERATION;
  readonly title = 'Loan';
  readonly underPolicy = true;
  readonly permission = loansPermissions.approveLoans;

  constructor(
    private readonly loans: Loans,
    private readonly audit: AuditLog,
    private readonly limits: LoanCreditLimits,
  ) {}

  /**
   * @throws LOAN_APPROVAL_SUPERSEDED (409) when the loan has changed since the request, CREDIT_LIMIT_EXCEEDED (422)
   */
  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const loan = await this.lock(tx, approval);
    if (loan.approvalId !== approval.id)
      throw loansErrors.LOAN_APPROVAL_SUPERSEDED(
        `The loan ${loan.loanAccountNumber} is ${loan.status} and does not need this approval any more; decline it.`,
        { approvalId: loan.approvalId },
      );
    await this.settle(tx, loan, 'Approved', staff);
  }

  /** A superseded approval does not change the loan. */
  async onDeclined(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const loan = await this.lock(tx, approval);
    if (loan.approvalId === approval.id) await this.settle(tx, loan, 'Rejected', staff);
  }

  private async lock(tx: Tx, { institutionId, details }: Approval): Promise<Loan> {
    return (await this.loans.lockById(tx, institutionId, (details as { loanId: number }).loanId)).loan;
  }

  private async settle(tx: Tx, loan: Loan, status: 'Approved' | 'Rejected', staff: StaffActor): Promise<void> {
    await this.loans.store(tx, loan, { approvalId: null });
    await this.loans.transitionTo(tx, loan, status);
    if (status === 'Approved') await this.limits.assertWithin(tx, loan);
    const action = status === 'Approved' ? 'loan.approve' : 'loan.reject';
    await this.audit.record(
      tx,
      { institutionId: loan.institutionId, actor: actorName(staff) },
      { action, subject: `loan:${loan.id}`, details: { loanAccountNumber: loan.loanAccountNumber } },
    );
  }
}
