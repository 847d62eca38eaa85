import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Verdict } from '../../../approvals/approval-decision.entity';
import { ApprovalDecisions } from '../../../approvals/approval-decisions';
import { approvalsErrors } from '../../../approvals/approvals.errors';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Loan } from '../../contract/loan.entity';
import { loansErrors } from '../../loans.errors';
import type { DecidedLoanView } from '../../reading/loan-views.dto';

/** The decision of a member of staff on a loan. */
interface LoanDecision {
  id: number;
  verdict: Verdict;
  note?: string | undefined;
  /** The approval that the decider has seen. New terms of a loan wait under another one. */
  approvalId?: number | undefined;
}

/** Approves or rejects a loan that is pending approval, by deciding its approval. */
export class DecideLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decision: LoanDecision,
  ) {
    super();
  }
}

@CommandHandler(DecideLoan)
export class DecideLoanHandler implements ICommandHandler<DecideLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly decisions: ApprovalDecisions,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff, decision }: DecideLoan): Promise<Outcome> {
    return this.writes.run(write, decision, (tx) => this.decide(tx, write, staff, decision));
  }

  private async decide(
    tx: Tx,
    write: WriteRequest,
    staff: StaffActor,
    { id, verdict, note, approvalId: seenId }: LoanDecision,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const approvalId = await this.approvalOf(tx, institutionId, id);
    if (seenId !== undefined && seenId !== approvalId)
      throw approvalsErrors.APPROVAL_ALREADY_DECIDED(
        `The loan waits under another approval, ${approvalId}, by now: its terms have changed. Read the loan again.`,
        { approvalId },
      );
    // Every decision locks the approval before the loan.
    const { approval } = await this.decisions.decide(tx, {
      institutionId,
      approvalId,
      staff,
      verdict,
      ...(note === undefined ? {} : { note }),
    });
    const action = verdict === 'Approved' ? 'approval.approve' : 'approval.decline';
    await this.audit.record(tx, write, {
      action,
      subject: `approval:${approvalId}`,
      details: { operation: approval.operation, note },
    });
    const { loanAccountNumber, status: loanStatus } = await tx.findOneByOrFail(Loan, { institutionId, id });
    const view: DecidedLoanView = { id, loanAccountNumber, loanStatus, approvalId, approvalStatus: approval.status };
    return Outcome.done(view);
  }

  private async approvalOf(tx: Tx, institutionId: number, id: number): Promise<number> {
    const loan = await tx.findOneBy(Loan, { institutionId, id });
    if (!loan) throw loansErrors.LOAN_NOT_FOUND(`There is no loan with the id ${id}; check the id.`);
    if (loan.groupLoanId !== null)
      throw loansErrors.LOAN_IN_GROUP(
        `The loan ${loan.loanAccountNumber} is part of a group loan; decide the group loan ${loan.groupLoanId}.`,
        { groupLoanID: loan.groupLoanId },
      );
    if (loan.status !== 'PendingApproval' || loan.approvalId === null)
      throw loansErrors.LOAN_STATUS_REFUSED(
        `The loan ${loan.loanAccountNumber} is ${loan.status}; only a loan that is pending approval can be decided.`,
        { loanStatus: loan.status },
      );
    return loan.approvalId;
  }
}
