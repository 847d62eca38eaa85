import type { AppError } from '../common/errors/app-error';
import type { Approval, ApprovalStatus } from './approval.entity';
import type { ApprovalDecision, Verdict } from './approval-decision.entity';
import { approvalsErrors } from './approvals.errors';

type DecidedOn = Pick<Approval, 'status' | 'maker' | 'requiredCheckers'>;
type EarlierDecision = Pick<ApprovalDecision, 'staffId' | 'verdict'>;

/** A member of staff and the name they would have as maker. */
interface Checker {
  id: string;
  actor: string;
}

/** Why this member of staff may not decide this approval now, if so. */
export function decisionViolation(
  approval: DecidedOn,
  earlier: EarlierDecision[],
  checker: Checker,
): AppError | undefined {
  if (approval.maker === checker.actor) return approvalsErrors.MAKER_CANNOT_APPROVE();
  if (approval.status === 'Canceled')
    return approvalsErrors.APPROVAL_ALREADY_DECIDED(
      'What this was asked for has changed or ended, so there is nothing to decide any more.',
    );
  if (approval.status !== 'Pending')
    return approvalsErrors.APPROVAL_ALREADY_DECIDED(
      `This was ${approval.status.toLowerCase()} before; a decision is final.`,
    );
  if (earlier.some(({ staffId }) => staffId === checker.id)) return approvalsErrors.APPROVAL_DECISION_REPEATED();
  return undefined;
}

/** What the approval becomes: one decline declines it, and it is approved once enough members of staff have. */
export function statusAfterVerdict(
  { requiredCheckers }: Pick<Approval, 'requiredCheckers'>,
  earlier: EarlierDecision[],
  verdict: Verdict,
): ApprovalStatus {
  if (verdict === 'Declined') return 'Declined';
  const approvals = earlier.filter((decision) => decision.verdict === 'Approved').length + 1;
  return approvals >= requiredCheckers ? 'Approved' : 'Pending';
}
