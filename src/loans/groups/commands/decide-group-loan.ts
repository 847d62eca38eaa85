import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Verdict } from '../../../approvals/approval-decision.entity';
import { ApprovalDecisions } from '../../../approvals/approval-decisions';
import { AuditLog } from '../../../common/audit/audit-log';
import type { Tx } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { loansErrors } from '../../loans.errors';
import type { DecidedGroupLoanView } from '../group-loan-views.dto';
import { GroupLoans } from '../group-loans';

/** The decision of a member of staff on a group loan. */
interface GroupDecision {
  id: number;
  verdict: Verdict;
  note?: string | undefined;
}

/** Approves or rejects a group loan that is pending approval, by deciding its approval. */
export class DecideGroupLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decision: GroupDecision,
  ) {
    super();
  }
}

@CommandHandler(DecideGroupLoan)
export class DecideGroupLoanHandler implements ICommandHandler<DecideGroupLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly decisions: ApprovalDecisions,
    private readonly groups: GroupLoans,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff, decision }: DecideGroupLoan): Promise<Outcome> {
    return this.writes.run(write, decision, (tx) => this.decide(tx, write, staff, decision));
  }

  private async decide(
    tx: Tx,
    write: WriteRequest,
    staff: StaffActor,
    { id, verdict, note }: GroupDecision,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const { name, status, approvalId } = await this.groups.require(tx, institutionId, id);
    if (status !== 'PendingApproval' || approvalId === null)
      throw loansErrors.LOAN_STATUS_REFUSED(
        `The group loan ${name} is ${status}; only a group loan that is pending approval can be decided.`,
        { groupLoanStatus: status },
      );
    // Every decision locks the approval before the loans.
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
    const view: DecidedGroupLoanView = {
      id,
      groupLoanStatus: (await this.groups.require(tx, institutionId, id)).status,
      approvalId,
      approvalStatus: approval.status,
    };
    return Outcome.done(view);
  }
}
