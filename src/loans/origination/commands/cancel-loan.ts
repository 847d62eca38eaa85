import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Loans } from '../../contract/loans';
import { loansErrors } from '../../loans.errors';
import type { AddedLoanView } from '../../reading/loan-views.dto';
import { LoanApprovals } from '../loan-approvals';

/** Cancels a loan that was not disbursed, and its pending approval. */
export class CancelLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly cancellation: { id: number; reason: string },
  ) {
    super();
  }
}

@CommandHandler(CancelLoan)
export class CancelLoanHandler implements ICommandHandler<CancelLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly loans: Loans,
    private readonly approvals: LoanApprovals,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, cancellation }: CancelLoan): Promise<Outcome> {
    const { id, reason } = cancellation;
    return this.writes.run(write, cancellation, async (tx) => {
      const approvalIds = await this.approvals.lockApprovalsOf(tx, write.institutionId, { id });
      const { loan } = await this.loans.lockById(tx, write.institutionId, id);
      const { loanAccountNumber, status, approvalId } = loan;
      if (status !== 'PendingApproval' && status !== 'Approved') {
        throw loansErrors.LOAN_STATUS_REFUSED(
          `The loan ${loanAccountNumber} is ${status}; only a loan that is not disbursed can be canceled.`,
          { loanStatus: status },
        );
      }
      await this.loans.store(tx, loan, { approvalId: null });
      await this.loans.transitionTo(tx, loan, 'Canceled');
      await this.approvals.withdraw(tx, write, loan, approvalId, approvalIds);
      await this.audit.record(tx, write, {
        action: 'loan.cancel',
        subject: `loan:${id}`,
        details: { loanAccountNumber, reason },
      });
      const view: AddedLoanView = { id, loanAccountNumber, loanStatus: loan.status };
      return Outcome.done(view);
    });
  }
}
