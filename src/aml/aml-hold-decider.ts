import { Injectable } from '@nestjs/common';
import type { Verdict } from '../approvals/approval-decision.entity';
import { ApprovalDecisions } from '../approvals/approval-decisions';
import { AuditLog } from '../common/audit/audit-log';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { Outcome } from '../common/http/outcome';
import { validationFailed } from '../common/http/validation.pipe';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { amlErrors } from './aml.errors';
import { AmlHold } from './aml-hold.entity';
import { FreezeLifting } from './freeze-lifting';
import { type HoldDecisionReason, reasonFits } from './hold-decision-reasons';
import { holdViews } from './hold-views';

/** Institution, hold and reason. */
const KEEP_REASON = `UPDATE aml_hold SET decision_reason = $3
  WHERE institution_id = $1 AND (id = $2 OR repeat_of_id = $2)`;

/** The decision of a member of staff on one hold. */
export interface HoldDecision {
  approvalId: number;
  verdict: Verdict;
  note: string;
  reasonCode?: HoldDecisionReason;
  /** With an approval: how many repeats of the hold were read; undefined releases however many there are. */
  repeats?: number;
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
   * @throws VALIDATION_FAILED (400) on a reason code of the other verdict, AML_HOLD_NOT_FOUND (404),
   * AML_HOLD_IS_REPEAT, AML_HOLD_CHANGED (409) and the errors of `ApprovalDecisions.decide` and of `before`
   */
  decide(
    write: WriteRequest,
    staff: StaffActor,
    decision: HoldDecision,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<Outcome> {
    const { institutionId } = write;
    const { approvalId, verdict, note, reasonCode, liftFreeze = false } = decision;
    if (reasonCode && !reasonFits(verdict, reasonCode))
      throw validationFailed([{ field: 'reasonCode', message: 'is not a reason of this verdict' }]);
    return this.writes.run(write, decision, async (tx) => {
      // This route decides only holds, even for staff who may decide other approvals.
      const asked = await tx.findOneBy(AmlHold, { institutionId, approvalId });
      if (!asked) throw amlErrors.AML_HOLD_NOT_FOUND();
      await assertDecidedAlone(tx, asked);
      await before?.(tx);
      await this.decisions.decide(tx, { institutionId, staff, approvalId, verdict, note });
      const hold = await tx.findOneByOrFail(AmlHold, { institutionId, approvalId });
      if (verdict === 'Approved') await assertRepeatsRead(tx, hold, decision.repeats);
      if (reasonCode) await keepReason(tx, hold, reasonCode);
      if (liftFreeze && hold.status === 'Approved') {
        const repeats = await tx.find(AmlHold, { where: { institutionId, repeatOfId: hold.id }, order: { id: 'ASC' } });
        await this.freezes.lift(tx, write, [hold, ...repeats]);
      }
      const action = verdict === 'Approved' ? 'aml-hold.approve' : 'aml-hold.decline';
      await this.audit.record(tx, write, {
        action,
        subject: `approval:${approvalId}`,
        details: { note, reasonCode, liftFreeze },
      });
      const [view] = await holdViews(tx, institutionId, [hold]);
      return Outcome.done(view);
    });
  }
}

/** Keeps the reason of the decision with the hold and with those that were decided with it. */
async function keepReason(tx: Tx, hold: AmlHold, decisionReason: HoldDecisionReason): Promise<void> {
  await tx.query(KEEP_REASON, [hold.institutionId, hold.id, decisionReason]);
  hold.decisionReason = decisionReason;
}

/**
 * The decision has locked the hold, so no further movement repeats it.
 * @param read how many repeats the officer has read
 * @throws AML_HOLD_CHANGED (409) where there are others by now
 */
async function assertRepeatsRead(tx: Tx, { institutionId, id }: AmlHold, read?: number | null): Promise<void> {
  if ((read ?? null) === null) return;
  const repeats = await tx.countBy(AmlHold, { institutionId, repeatOfId: id });
  if (repeats !== read) throw amlErrors.AML_HOLD_CHANGED(undefined, { repeats });
}

/** @throws AML_HOLD_IS_REPEAT (409) with the `approvalId` of the hold to decide */
async function assertDecidedAlone(tx: Tx, { institutionId, repeatOfId }: AmlHold): Promise<void> {
  if (repeatOfId === null) return;
  const { approvalId } = await tx.findOneByOrFail(AmlHold, { institutionId, id: repeatOfId });
  throw amlErrors.AML_HOLD_IS_REPEAT(undefined, { repeatOf: approvalId });
}
