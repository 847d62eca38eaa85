import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { actorName, type StaffActor } from '../common/http/actor';
import { koboToNaira } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { type ConfigurationChange, shownChange } from '../institutions/changes/change-as-data';
import { Posting, postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { Approval } from './approval.entity';
import { ApprovalDecision } from './approval-decision.entity';
import type { ApprovalView } from './approvals.dto';
import { DecidableOperations } from './decidable-operations';
import { decisionViolation } from './decide-approval';
import { decisionsThatCount } from './maker-standing';
import { changedFields, subjectOf } from './work/shown-approval';

/** The views of approvals for staff, with every decision, the status of the movement, and who may decide. */
@Injectable()
export class ApprovalViews {
  constructor(
    private readonly operations: DecidableOperations,
    private readonly clock: Clock,
  ) {}

  /** @param staff the reader; undefined for one who cannot decide, such as the maker of a withdrawn change */
  async of(
    tx: Tx,
    institutionId: number,
    approvals: Approval[],
    staff: StaffActor | undefined,
  ): Promise<ApprovalView[]> {
    const ids = approvals.map(({ id }) => id);
    const postingIds = approvals.flatMap(({ postingId }) => postingId ?? []);
    const decisions =
      ids.length === 0
        ? []
        : await tx.find(ApprovalDecision, {
            where: { institutionId, approvalId: In(ids) },
            order: { decidedAt: 'ASC' },
          });
    const postings = postingIds.length === 0 ? [] : await tx.findBy(Posting, { institutionId, id: In(postingIds) });
    const byId = new Map(postings.map((posting) => [posting.id, posting]));
    const counted = await countedApprovals(tx, institutionId, approvals, decisions);
    return approvals.map((approval) => ({
      ...this.view(
        approval,
        decisions.filter(({ approvalId }) => approvalId === approval.id),
        byId.get(approval.postingId ?? 0),
        staff,
      ),
      approvalsSoFar: counted.filter(({ approvalId }) => approvalId === approval.id).length,
    }));
  }

  private view(
    approval: Approval,
    decisions: ApprovalDecision[],
    posting: Posting | undefined,
    staff: StaffActor | undefined,
  ): Omit<ApprovalView, 'approvalsSoFar'> {
    const { permission, consequence = 'It is done at once.' } = this.operations.find(approval.operation) ?? {};
    const refusal = refusalOf(approval, decisions, permission, staff);
    return {
      ...viewOf(approval, decisions, posting),
      consequence,
      canDecide: refusal === null,
      cannotBecause: refusal,
      recordKind: approval.recordKind,
      recordId: approval.recordId,
      isOverdue: isOverdue(approval, this.clock.institutionNow(approval.institutionId)),
    };
  }
}

/**
 * The decisions that approve, as the next one will count them: of an approval that waits, without those of checkers who
 * are suspended or inactive by now.
 */
async function countedApprovals(
  tx: Tx,
  institutionId: number,
  approvals: readonly Approval[],
  decisions: readonly ApprovalDecision[],
): Promise<ApprovalDecision[]> {
  const approving = decisions.filter(({ verdict }) => verdict === 'Approved');
  const waiting = new Set(approvals.filter(({ status }) => status === 'Pending').map(({ id }) => id));
  const open = approving.filter(({ approvalId }) => waiting.has(approvalId));
  const decided = approving.filter(({ approvalId }) => !waiting.has(approvalId));
  return [...decided, ...(await decisionsThatCount(tx, institutionId, open))];
}

/** Why the reader may not decide, in a sentence; null when they may. */
function refusalOf(
  approval: Approval,
  decisions: ApprovalDecision[],
  permission: string | undefined,
  staff: StaffActor | undefined,
): string | null {
  if (staff === undefined) return 'Only a colleague can decide.';
  if (approval.status === 'Pending' && (permission === undefined || !staff.permissions.has(permission)))
    return `You do not have the permission ${permission ?? 'for this operation'}.`;
  return decisionViolation(approval, decisions, { id: staff.id, actor: actorName(staff) })?.message ?? null;
}

/** The details of an approval that is a change of rights or configuration. */
type WaitingChange = Omit<ConfigurationChange, 'operation'>;

type DecidingFields =
  'consequence' | 'approvalsSoFar' | 'canDecide' | 'cannotBecause' | 'recordKind' | 'recordId' | 'isOverdue';

function isOverdue({ status, dueAt }: Approval, now: Date): boolean {
  return status === 'Pending' && dueAt !== null && dueAt < now;
}

function viewOf(
  approval: Approval,
  decisions: ApprovalDecision[],
  posting: Posting | undefined,
): Omit<ApprovalView, DecidingFields> {
  const {
    id,
    operation,
    title,
    status,
    maker,
    amountKobo,
    summary,
    requiredCheckers,
    createdAt,
    decidedBy,
    decidedAt,
    details,
    dueAt,
    escalatedAt,
    assignee,
  } = approval;
  const change =
    details && 'after' in details ? shownChange({ operation, ...(details as unknown as WaitingChange) }) : null;
  return {
    id,
    approvalId: id,
    operation,
    title,
    status,
    maker,
    amount: amountKobo === null ? null : koboToNaira(amountKobo),
    summary,
    requiredCheckers,
    decisions: decisions.map(({ staffId, verdict, note, decidedAt: at }) => ({
      staffID: staffId,
      decision: verdict,
      note,
      decidedAt: at.toISOString(),
    })),
    createdAt: createdAt.toISOString(),
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    referenceNumber: posting?.reference ?? null,
    postingReferenceNumber: posting ? postingReferenceNumber(posting.id) : null,
    transactionStatus: posting?.status ?? null,
    failureCode: posting?.failureCode ?? null,
    failureMessage: posting?.failureMessage ?? null,
    subject: subjectOf(approval, change, posting),
    changes: changedFields(change),
    dueAt: dueAt?.toISOString() ?? null,
    escalatedAt: escalatedAt?.toISOString() ?? null,
    assignee,
    change,
  };
}
