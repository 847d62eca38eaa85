import type { Approval } from '../../approvals/approval.entity';
import type { ApprovalDecision } from '../../approvals/approval-decision.entity';
import { koboToNaira } from '../../common/money/naira';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { Loan } from '../contract/loan.entity';
import type { LoanEvent } from '../contract/loan-event.entity';
import type { LoanTimelineEventView } from './loan-timeline.dto';

/** The facts from which the timeline of a loan is made. */
export interface LoanFacts {
  loan: Pick<Loan, 'createdAt' | 'createdBy' | 'principalKobo' | 'referenceNumber'>;
  events: readonly Pick<
    LoanEvent,
    'kind' | 'createdAt' | 'createdBy' | 'amountKobo' | 'reference' | 'valueDate' | 'postingId'
  >[];
  approvals: readonly Pick<
    Approval,
    'id' | 'operation' | 'title' | 'status' | 'maker' | 'amountKobo' | 'createdAt' | 'decidedBy' | 'decidedAt'
  >[];
  decisions: readonly Pick<ApprovalDecision, 'approvalId' | 'staffId' | 'verdict' | 'note' | 'decidedAt'>[];
}

type Dated = LoanTimelineEventView & { order: number };

const NOTHING = {
  title: null,
  amount: null,
  reference: null,
  valueDate: null,
  postingReferenceNumber: null,
  approvalId: null,
  note: null,
};

/** The history of a loan, oldest first (docs/api/loans.md#timeline). */
export function loanTimeline({ loan, events, approvals, decisions }: LoanFacts): LoanTimelineEventView[] {
  const created: Dated = {
    ...NOTHING,
    at: loan.createdAt.toISOString(),
    event: 'created',
    actor: loan.createdBy,
    amount: koboToNaira(loan.principalKobo),
    reference: loan.referenceNumber,
    order: 0,
  };
  const asked = approvals.flatMap((approval) => approvalEvents(approval, decisions));
  const acts = events.map((event): Dated => ({
    ...NOTHING,
    at: event.createdAt.toISOString(),
    event: kebab(event.kind),
    actor: event.createdBy,
    amount: koboToNaira(event.amountKobo),
    reference: event.reference,
    valueDate: event.valueDate,
    postingReferenceNumber: event.postingId === null ? null : postingReferenceNumber(event.postingId),
    order: 3,
  }));
  return [created, ...asked, ...acts]
    .sort((one, other) => one.at.localeCompare(other.at) || one.order - other.order)
    .map(({ order: _, ...event }) => event);
}

function approvalEvents(approval: LoanFacts['approvals'][number], decisions: LoanFacts['decisions']): Dated[] {
  const { id, title, amountKobo, maker, createdAt, status, decidedBy, decidedAt } = approval;
  const facts = { ...NOTHING, title, approvalId: id, amount: amountKobo === null ? null : koboToNaira(amountKobo) };
  const asked = { ...facts, at: createdAt.toISOString(), event: 'approval-asked', actor: maker, order: 1 };
  const decided = decisions
    .filter(({ approvalId }) => approvalId === id)
    .map(({ staffId, verdict, note, decidedAt: at }) => ({
      ...facts,
      at: at.toISOString(),
      event: verdict === 'Approved' ? 'approved' : 'declined',
      actor: `staff:${staffId}`,
      note,
      order: 2,
    }));
  const canceled =
    status === 'Canceled' && decidedAt !== null
      ? [{ ...facts, at: decidedAt.toISOString(), event: 'canceled', actor: decidedBy, order: 2 }]
      : [];
  return [asked, ...decided, ...canceled];
}

/** `EarlyRepayment` as `early-repayment`. */
function kebab(kind: string): string {
  return kind.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}
