import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { Loans } from '../contract/loans';
import type { DisburseLoanBody } from '../loans.dto';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { DisbursementRequests, LOAN_DISBURSEMENT_OPERATION } from './disbursement-requests';

/** The stored details of the approval. */
interface ApprovalDetails {
  loanId: number;
  body: DisburseLoanBody;
}

/** Carries out the decision on a disbursement. Accounts and dates are those of the decision. */
@Injectable()
@MemberOf(ApprovalSubjects)
export class LoanDisbursementSubject implements ApprovalSubject {
  readonly operation = LOAN_DISBURSEMENT_OPERATION;
  readonly title = 'Loan disbursement';
  readonly underPolicy = true;
  readonly permission = loansPermissions.approveLoans;

  constructor(
    private readonly loans: Loans,
    private readonly requests: DisbursementRequests,
  ) {}

  /** @throws LOAN_APPROVAL_SUPERSEDED (409), and as `DisbursementRequests.pay` does */
  async onApproved(tx: Tx, approval: Approval): Promise<void> {
    const { institutionId, id, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loanId, body } = approval.details as unknown as ApprovalDetails;
    const locked = await this.loans.lockById(tx, institutionId, loanId);
    if (locked.loan.approvalId !== id)
      throw loansErrors.LOAN_APPROVAL_SUPERSEDED(undefined, { approvalId: locked.loan.approvalId });
    locked.loan.approvalId = null;
    // The maker is the author of the posting; the approval records the checker.
    await this.requests.pay(tx, { institutionId, actor: maker }, locked, body, businessDate);
  }

  async onDeclined(tx: Tx, { institutionId, id, details }: Approval): Promise<void> {
    const { loan } = await this.loans.lockById(tx, institutionId, (details as unknown as ApprovalDetails).loanId);
    if (loan.approvalId === id) await this.loans.store(tx, loan, { approvalId: null });
  }
}
