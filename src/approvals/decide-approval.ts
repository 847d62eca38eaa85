import type { AppError } from '../common/errors/app-error';
import type { Approval, ApprovalStatus } from './approval.entity';
import type { ApprovalDecision, Verdict } from './approval-decision.entity';
import { approvalsErrors } from './approvals.errors';

type DecidableApproval = Pick<Approval, 'status' | 'maker' | 'requiredCheckers'>;
type EarlierDecision = Pick<ApprovalDecision, 'staffId' | 'verdict'>;

/** A member of staff, with the actor name that they would have as maker. */
interface Checker {
  id: string;
  actor: string;
}

/**
 * The reason why this member of staff may not decide this approval now; undefined when they may
 * (docs/api/approvals.md#who-may-decide).
 */
export function decisionViolation(
  approval: DecidableApproval,
  earlier: EarlierDecision[],
  checker: Checker,
): AppError | undefined {
  if (approval.maker === checker.actor) return approvalsErrors.MAKER_CANNOT_APPROVE();
  if (approval.status === 'Canceled')
    return approvalsErrors.APPROVAL_ALREADY_DECIDED(
      'This approval was canceled: its maker withdrew it, or its subject changed or ended; there is nothing to decide.',
    );
  if (approval.status !== 'Pending')
    return approvalsErrors.APPROVAL_ALREADY_DECIDED(
      `This approval is already ${approval.status.toLowerCase()}; a decision is final.`,
    );
  if (earlier.some(({ staffId }) => staffId === checker.id)) return approvalsErrors.APPROVAL_DECISION_REPEATED();
  return undefined;
}

/**
 * The approval's status after a decision: one decline declines it; it is approved once enough checkers have approved.
 */
export function statusAfterVerdict(
  { requiredCheckers }: Pick<Approval, 'requiredCheckers'>,
  earlier: EarlierDecision[],
  verdict: Verdict,
): ApprovalStatus {
  if (verdict === 'Declined') return 'Declined';
  const approvals = earlier.filter((decision) => decision.verdict === 'Approved').length + 1;
  return approvals >= requiredCheckers ? 'Approved' : 'Pending';
}
