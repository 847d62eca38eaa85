import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { actorName, type StaffActor } from '../common/http/actor';
import { validationFailed } from '../common/http/validation.pipe';
import { Clock } from '../common/time/clock';
import { Approval } from './approval.entity';
import { ApprovalDecision, type Verdict } from './approval-decision.entity';
import type { ApprovalSubject } from './approval-subjects';
import { approvalsErrors } from './approvals.errors';
import { DecidableOperations } from './decidable-operations';
import { decisionViolation, statusAfterVerdict } from './decide-approval';
import { assertMakerIsActive, decisionsThatCount } from './maker-standing';

/** The decision of one member of staff on one approval. */
export interface StaffDecision {
  institutionId: number;
  approvalId: number;
  staff: StaffActor;
  verdict: Verdict;
  note?: string;
}

/** A decided approval. */
export interface Decided {
  approval: Approval;
  /** The result of the subject, shown once to the checker who approved it; undefined when it has none. */
  result: object | undefined;
}

/**
 * Takes the decisions of checkers on approvals of every kind: the checker needs the permission and is not the maker,
 * each checker decides once, and the result is final (docs/api/approvals.md#who-may-decide).
 */
@Injectable()
export class ApprovalDecisions {
  constructor(
    private readonly operations: DecidableOperations,
    private readonly clock: Clock,
  ) {}

  /** Lets the subject clear its caches. Call it once the decision's transaction is committed. */
  committed(approval: Approval): void {
    this.operations.subjectOf(approval.operation).onCommitted?.(approval);
  }

  /**
   * Records the decision and, when it settles the approval, runs the subject's hook, all in the caller's transaction.
   * The approval's row stays locked until that transaction ends.
   *
   * @returns the approval after the decision, and what the subject shows to the approving checker.
   * @throws APPROVAL_NOT_FOUND (404), PERMISSION_DENIED, MAKER_CANNOT_APPROVE (403), APPROVAL_ALREADY_DECIDED,
   *   APPROVAL_DECISION_REPEATED, MAKER_INACTIVE (409), VALIDATION_FAILED (400) without a required note.
   */
  async decide(tx: Tx, decision: StaffDecision): Promise<Decided> {
    const { institutionId, approvalId, staff, verdict, note } = decision;
    const approval = await tx.findOne(Approval, {
      where: { institutionId, id: approvalId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!approval) throw approvalsErrors.APPROVAL_NOT_FOUND();
    const subject = this.operations.subjectOf(approval.operation);
    this.operations.assertPermitted(approval, staff);
    if ((verdict === 'Declined' || subject.noteToApprove) && !note)
      throw validationFailed([{ field: 'note', message: 'is required' }]);
    const earlier = await tx.findBy(ApprovalDecision, { institutionId, approvalId });
    const refusal = decisionViolation(approval, earlier, { id: staff.id, actor: actorName(staff) });
    if (refusal) throw refusal;
    if (verdict === 'Approved') await assertMakerIsActive(tx, approval, this.clock.now());
    await this.record(tx, approval, decision);
    const counted = await decisionsThatCount(tx, institutionId, earlier);
    const result = await this.settle(tx, approval, subject, decision, counted);
    return { approval, result };
  }

  private async record(
    tx: Tx,
    { institutionId, id }: Approval,
    { staff, verdict, note }: StaffDecision,
  ): Promise<void> {
    await tx.insert(ApprovalDecision, {
      institutionId,
      approvalId: id,
      staffId: staff.id,
      verdict,
      note: note ?? null,
      decidedAt: this.clock.institutionNow(institutionId),
    });
  }

  private async settle(
    tx: Tx,
    approval: Approval,
    subject: ApprovalSubject,
    { staff, verdict, note }: StaffDecision,
    earlier: ApprovalDecision[],
  ): Promise<object | undefined> {
    const status = statusAfterVerdict(approval, earlier, verdict);
    if (status === 'Pending') return undefined;
    Object.assign(approval, {
      status,
      decidedBy: actorName(staff),
      decidedAt: this.clock.institutionNow(approval.institutionId),
    });
    const { institutionId, id, decidedBy, decidedAt } = approval;
    await tx.update(Approval, { institutionId, id }, { status, decidedBy, decidedAt });
    if (status === 'Approved') return (await subject.onApproved(tx, approval, staff, note)) ?? undefined;
    await subject.onDeclined(tx, approval, staff, note);
    return undefined;
  }
}
