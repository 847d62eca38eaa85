import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { maskIdentityNumbers } from '../common/identity/identity-fields';
import { koboToNaira } from '../common/money/naira';
import { Posting, postingReferenceNumber } from '../ledger/engine/posting.entity';
import { type AmlHold, frozenBy } from './aml-hold.entity';
import type { AmlHoldView } from './aml-holds.dto';
import type { ScreeningReportRow } from './aml-reports.dto';
import { approvalStateOf, screeningStateOf } from './screening-state';

interface HoldWithPosting {
  hold: AmlHold;
  posting: Posting;
}

async function withPostings(tx: Tx, institutionId: number, holds: AmlHold[]): Promise<HoldWithPosting[]> {
  if (holds.length === 0) return [];
  const postings = await tx.findBy(Posting, { institutionId, id: In(holds.map(({ postingId }) => postingId)) });
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  return holds.map((hold) => {
    const posting = byId.get(hold.postingId);
    if (!posting) throw new Error(`The hold ${hold.id} has no posting.`);
    return { hold, posting };
  });
}

interface WorkRow {
  id: string;
  due_at: Date | null;
  escalated_at: Date | null;
  assignee: string | null;
  is_overdue: boolean | null;
}

/** Due time, assignee and escalation of holds, which are those of their approvals. */
async function workOf(tx: Tx, institutionId: number, holds: AmlHold[]): Promise<Map<number, WorkRow>> {
  if (holds.length === 0) return new Map();
  const rows = await tx.query<WorkRow[]>(
    `SELECT id, due_at, escalated_at, assignee, status = 'Pending' AND due_at < institution_now() AS is_overdue
       FROM approval WHERE institution_id = $1 AND id = ANY($2)`,
    [institutionId, holds.map(({ approvalId }) => approvalId)],
  );
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** The approvals of the holds that these repeat, and how many repeat these. */
async function repeatsOf(
  tx: Tx,
  institutionId: number,
  holds: AmlHold[],
): Promise<{ headOf: Map<number, number>; counts: Map<number, number> }> {
  const heads = holds.flatMap(({ repeatOfId }) => repeatOfId ?? []);
  const ids = holds.filter(({ repeatOfId }) => repeatOfId === null).map(({ id }) => id);
  const headRows =
    heads.length === 0
      ? []
      : await tx.query<{ id: string; approval_id: string }[]>(
          'SELECT id, approval_id FROM aml_hold WHERE institution_id = $1 AND id = ANY($2::bigint[])',
          [institutionId, heads],
        );
  const counts =
    ids.length === 0
      ? []
      : await tx.query<{ id: string; count: string }[]>(
          `SELECT repeat_of_id AS id, count(*) AS count FROM aml_hold
            WHERE institution_id = $1 AND repeat_of_id = ANY($2::bigint[]) GROUP BY repeat_of_id`,
          [institutionId, ids],
        );
  return {
    headOf: new Map(headRows.map((row) => [Number(row.id), Number(row.approval_id)])),
    counts: new Map(counts.map((row) => [Number(row.id), Number(row.count)])),
  };
}

/** The views of holds for staff, without the nonce. */
export async function holdViews(tx: Tx, institutionId: number, holds: AmlHold[]): Promise<AmlHoldView[]> {
  const work = await workOf(tx, institutionId, holds);
  const repeats = await repeatsOf(tx, institutionId, holds);
  return (await withPostings(tx, institutionId, holds)).map(({ hold, posting }) => ({
    ...workView(work.get(hold.approvalId)),
    id: hold.id,
    approvalId: hold.approvalId,
    repeatOf: repeats.headOf.get(hold.repeatOfId ?? 0) ?? null,
    repeats: repeats.counts.get(hold.id) ?? 0,
    status: hold.status,
    referenceNumber: hold.reference,
    postingReferenceNumber: postingReferenceNumber(hold.postingId),
    endpoint: hold.endpoint,
    initiatedBy: hold.actor,
    ruleID: hold.ruleId,
    ruleName: hold.ruleName,
    direction: hold.direction,
    accountNumber: hold.accountNumber,
    amount: koboToNaira(hold.amountKobo),
    windowAmount: koboToNaira(hold.windowKobo),
    threshold: koboToNaira(hold.thresholdKobo),
    reason: hold.reason,
    sourceAccounts: hold.sourceAccounts,
    destinationAccounts: hold.destinationAccounts,
    payload: maskIdentityNumbers(hold.movement.payload),
    resumesBy: hold.resumesBy,
    heldAt: hold.createdAt.toISOString(),
    decidedBy: hold.decidedBy,
    decidedAt: hold.decidedAt?.toISOString() ?? null,
    note: hold.note,
    reasonCode: hold.decisionReason,
    usedAt: hold.usedAt?.toISOString() ?? null,
    executedRequestReference: hold.executedRequestReference,
    frozenAccounts: frozenBy(hold).map(({ accountNumber, lifted }) => ({ accountNumber, freezeLifted: lifted })),
    endedBy: hold.endedBy,
    endedAt: hold.endedAt?.toISOString() ?? null,
    endNote: hold.endNote,
    currentStatus: screeningStateOf(hold.status, posting.status),
  }));
}

function workView(row: WorkRow | undefined): Pick<AmlHoldView, 'dueAt' | 'isOverdue' | 'escalatedAt' | 'assignee'> {
  return {
    dueAt: row?.due_at?.toISOString() ?? null,
    isOverdue: row?.is_overdue === true,
    escalatedAt: row?.escalated_at?.toISOString() ?? null,
    assignee: row?.assignee ?? null,
  };
}

/** The rows of the AML screening report (docs/api/aml-holds.md#lists-and-reports). */
export async function reportRows(tx: Tx, institutionId: number, holds: AmlHold[]): Promise<ScreeningReportRow[]> {
  return (await withPostings(tx, institutionId, holds)).map(({ hold, posting }) => {
    const approvalState = approvalStateOf(hold.status);
    return {
      id: hold.id,
      approvalId: hold.approvalId,
      heldAt: hold.createdAt.toISOString(),
      referenceNumber: hold.reference,
      initiatedBy: hold.actor,
      sourceAccount: hold.sourceAccounts.join(', '),
      destinationAccount: hold.destinationAccounts.join(', '),
      amount: koboToNaira(hold.amountKobo),
      reason: hold.reason,
      approvalState,
      decidedBy: hold.decidedBy,
      note: hold.note,
      reasonCode: hold.decisionReason,
      releaseTime: approvalState === 'Approved' ? (hold.decidedAt?.toISOString() ?? null) : null,
      executionTime: posting.postedAt?.toISOString() ?? null,
      currentStatus: screeningStateOf(hold.status, posting.status),
    };
  });
}
