import { Injectable } from '@nestjs/common';
import { AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import type { Approval } from './approval.entity';
import type { Verdict } from './approval-decision.entity';
import { ApprovalDecisions } from './approval-decisions';
import { ApprovalViews } from './approval-views';

/** The decision of a member of staff on one approval. */
export interface ApprovalVerdict {
  approvalId: number;
  verdict: Verdict;
  note?: string;
}

/** Decides one approval in a transaction of its own, with its claim and its entry of the audit log. */
@Injectable()
export class ApprovalDecider {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly decisions: ApprovalDecisions,
    private readonly views: ApprovalViews,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param before refuses what this route does not decide, in the transaction of the decision.
   * @throws the errors of `ApprovalDecisions.decide` and of `before`
   */
  async decide(
    write: WriteRequest,
    staff: StaffActor,
    decision: ApprovalVerdict,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    let decided: Approval | undefined;
    const outcome = await this.writes.run(write, decision, async (tx) => {
      await before?.(tx);
      const { approval, result } = await this.decisions.decide(tx, { institutionId, staff, ...decision });
      decided = approval;
      const action = decision.verdict === 'Approved' ? 'approval.approve' : 'approval.decline';
      await this.audit.record(tx, write, {
        action,
        subject: `approval:${approval.id}`,
        details: { operation: approval.operation, note: decision.note },
      });
      const [view] = await this.views.of(tx, institutionId, [approval], staff);
      // A result may be a one-time code.
      return result === undefined
        ? Outcome.done(view)
        : Outcome.done({ ...view, result }, 'Successful', { confidential: true });
    });
    if (decided) this.decisions.committed(decided);
    return outcome;
  }
}
