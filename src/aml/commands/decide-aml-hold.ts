import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Verdict } from '../../approvals/approval-decision.entity';
import { ApprovalDecisions } from '../../approvals/approval-decisions';
import { AuditLog } from '../../common/audit/audit-log';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';
import { FreezeLifting } from '../freeze-lifting';
import { holdViews } from '../hold-views';

/** The decision of a member of staff on one hold. */
interface Decision {
  approvalId: number;
  verdict: Verdict;
  note: string;
  /** With an approval: gives the accounts that the hold froze their earlier status back. */
  liftFreeze?: boolean;
}

/** Releases or declines a held movement. The decision is final. */
export class DecideAmlHold extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decision: Decision,
  ) {
    super();
  }
}

@CommandHandler(DecideAmlHold)
export class DecideAmlHoldHandler implements ICommandHandler<DecideAmlHold> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly decisions: ApprovalDecisions,
    private readonly freezes: FreezeLifting,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff, decision }: DecideAmlHold): Promise<Outcome> {
    const { institutionId } = write;
    const { liftFreeze = false, ...verdictAndNote } = decision;
    const { approvalId, verdict, note } = decision;
    return this.writes.run(write, decision, async (tx) => {
      // This route decides only holds, even for staff who may decide other approvals.
      if (!(await tx.existsBy(AmlHold, { institutionId, approvalId }))) throw amlErrors.AML_HOLD_NOT_FOUND();
      await this.decisions.decide(tx, { institutionId, staff, ...verdictAndNote });
      const hold = await tx.findOneByOrFail(AmlHold, { institutionId, approvalId });
      if (liftFreeze && hold.status === 'Approved') await this.freezes.lift(tx, write, hold);
      const action = verdict === 'Approved' ? 'aml-hold.approve' : 'aml-hold.decline';
      await this.audit.record(tx, write, { action, subject: `approval:${approvalId}`, details: { note, liftFreeze } });
      const [view] = await holdViews(tx, institutionId, [hold]);
      return Outcome.done(view);
    });
  }
}
