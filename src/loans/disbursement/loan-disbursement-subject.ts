import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Tx } from '../../common/database/unit-of-work';
import { Loans } from '../contract/loans';
import type { DisburseLoanBody } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { DisbursementRequests, LOAN_DISBURSEMENT_OPERATION } from './disbursement-requests';

/** What the approval was asked for. */
interface Asked {
  loanId: number;
  body: DisburseLoanBody;
}

/** What a decision on a disbursement means. Accounts and dates count as of the decision. */
@Injectable()
export class LoanDisbursementSubject implements ApprovalSubject, OnModuleInit {
  readonly operation = LOAN_DISBURSEMENT_OPERATION;
  readonly title = 'Loan disbursement';
  readonly underPolicy = true;
  readonly permission = loansPermissions.approveLoans;

  constructor(
    private readonly subjects: ApprovalSubjects,
    private readonly loans: Loans,
    private readonly payouts: DisbursementRequests,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  /** @throws LOAN_APPROVAL_SUPERSEDED (409), and what `LoanPayouts.pay` throws */
  async onApproved(tx: Tx, approval: Approval): Promise<void> {
    const { institutionId, id, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loanId, body } = approval.details as unknown as Asked;
    const locked = await this.loans.lockById(tx, institutionId, loanId);
    if (locked.loan.approvalId !== id)
      throw loansErrors.LOAN_APPROVAL_SUPERSEDED(undefined, { approvalId: locked.loan.approvalId });
    locked.loan.approvalId = null;
    // The maker asked for the money; who approved it is in the approval.
    await this.payouts.pay(tx, { institutionId, actor: maker }, locked, body, businessDate);
  }

  async onDeclined(tx: Tx, { institutionId, id, details }: Approval): Promise<void> {
    const { loan } = await this.loans.lockById(tx, institutionId, (details as unknown as Asked).loanId);
    if (loan.approvalId === id) await this.loans.store(tx, loan, { approvalId: null });
  }
}
