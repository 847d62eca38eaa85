import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { koboToNaira } from '../common/money/naira';
import { type ConfigurationChange, shownChange } from '../institutions/changes/change-as-data';
import { Posting, postingReferenceNumber } from '../ledger/engine/posting.entity';
import type { Approval } from './approval.entity';
import { ApprovalDecision } from './approval-decision.entity';
import type { ApprovalView } from './approvals.dto';

/** The views of approvals for staff, with every decision and the status of the movement. */
export async function approvalViews(tx: Tx, institutionId: number, approvals: Approval[]): Promise<ApprovalView[]> {
  const ids = approvals.map(({ id }) => id);
  const postingIds = approvals.flatMap(({ postingId }) => postingId ?? []);
  const decisions =
    ids.length === 0
      ? []
      : await tx.find(ApprovalDecision, { where: { institutionId, approvalId: In(ids) }, order: { decidedAt: 'ASC' } });
  const postings = postingIds.length === 0 ? [] : await tx.findBy(Posting, { institutionId, id: In(postingIds) });
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  return approvals.map((approval) =>
    viewOf(
      approval,
      decisions.filter(({ approvalId }) => approvalId === approval.id),
      byId.get(approval.postingId ?? 0),
    ),
  );
}

/** The details of an approval that is a change of rights or configuration. */
type WaitingChange = Omit<ConfigurationChange, 'operation'>;

function viewOf(approval: Approval, decisions: ApprovalDecision[], posting: Posting | undefined): ApprovalView {
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
  } = approval;
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
    change: details && 'after' in details ? shownChange({ operation, ...(details as unknown as WaitingChange) }) : null,
  };
}
