import { Injectable } from '@nestjs/common';
import type { Verdict } from '../approvals/approval-decision.entity';
import { ApprovalDecisions } from '../approvals/approval-decisions';
import { AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { amlErrors } from './aml.errors';
import { AmlHold } from './aml-hold.entity';
import { FreezeLifting } from './freeze-lifting';
import { holdViews } from './hold-views';

/** The decision of a member of staff on one hold. */
export interface HoldDecision {
  approvalId: number;
  verdict: Verdict;
  note: string;
  /** With an approval: gives the accounts that the hold froze their earlier status back. */
  liftFreeze?: boolean;
}

/** Decides one hold in a transaction of its own, with its claim and its entry of the audit log. */
@Injectable()
export class AmlHoldDecider {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly decisions: ApprovalDecisions,
    private readonly freezes: FreezeLifting,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param before refuses what this route does not decide, in the transaction of the decision.
   * @throws AML_HOLD_NOT_FOUND (404) and the errors of `ApprovalDecisions.decide` and of `before`
   */
  decide(
    write: WriteRequest,
    staff: StaffActor,
    decision: HoldDecision,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const { liftFreeze = false, ...verdictAndNote } = decision;
    const { approvalId, verdict, note } = decision;
    return this.writes.run(write, decision, async (tx) => {
      // This route decides only holds, even for staff who may decide other approvals.
      if (!(await tx.existsBy(AmlHold, { institutionId, approvalId }))) throw amlErrors.AML_HOLD_NOT_FOUND();
      await before?.(tx);
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
