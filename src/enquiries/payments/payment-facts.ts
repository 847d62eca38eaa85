import { In } from 'typeorm';
import { amlPermissions } from '../../aml/aml.permissions';
import { AmlHold } from '../../aml/aml-hold.entity';
import { RELEASE_OPERATION } from '../../aml/hold-rows';
import { Approval } from '../../approvals/approval.entity';
import { ApprovalDecision } from '../../approvals/approval-decision.entity';
import type { Tx } from '../../common/database/unit-of-work';
import { Posting, postingIdFrom } from '../../ledger/engine/posting.entity';
import { PostingEntry } from '../../ledger/engine/posting-entry.entity';
import { Payout } from '../../payouts/payout.entity';
import { PayoutAttempt } from '../../payouts/payout-attempt.entity';
import { CORRECTION_KIND, correctionReference } from '../../payouts/payout-reversals';
import type { DecidedApproval, PaymentFacts } from './payment-timeline';

/**
 * Reads what is stored about a payment, each row along a key or an index.
 *
 * @param kinds the kinds of postings that count as such a payment
 * @returns undefined when no posting of these kinds has the reference
 */
export async function readPayment(
  tx: Tx,
  institutionId: number,
  postingReferenceNumber: string,
  kinds: readonly string[],
): Promise<PaymentFacts | undefined> {
  const id = postingIdFrom(postingReferenceNumber);
  const posting = id === undefined ? null : await tx.findOneBy(Posting, { institutionId, id });
  if (!posting || !kinds.includes(posting.kind)) return undefined;
  const payout = await tx.findOneBy(Payout, { institutionId, postingId: posting.id });
  const attempts = payout
    ? await tx.find(PayoutAttempt, { where: { institutionId, payoutId: payout.id }, order: { number: 'ASC' } })
    : [];
  const approvals = await tx.find(Approval, { where: { institutionId, postingId: posting.id }, order: { id: 'ASC' } });
  const confirmations = payout
    ? await tx.find(Approval, {
        where: { institutionId, recordKind: 'payout', recordId: payout.id },
        order: { id: 'ASC' },
      })
    : [];
  return {
    posting,
    hold: await tx.findOneBy(AmlHold, { institutionId, postingId: posting.id }),
    approvals: await decided(
      tx,
      institutionId,
      approvals.filter(({ operation }) => operation !== RELEASE_OPERATION),
    ),
    payout,
    taxesKobo: payout ? payout.vatKobo + payout.stampDutyKobo : await taxesOf(tx, posting),
    attempts,
    confirmations: await decided(tx, institutionId, confirmations),
    corrections: await correctionsOf(tx, posting),
  };
}

/** Without the permission for holds staff read that a payment was held and what became of it, and no reasons. */
export function shownFacts(facts: PaymentFacts, permissions: ReadonlySet<string>): PaymentFacts {
  const { hold } = facts;
  if (hold === null || permissions.has(amlPermissions.viewAml)) return facts;
  return { ...facts, hold: { ...hold, reason: null, note: null, endNote: null } };
}

/** The taxes of a payment that no provider carries out, from its legs. */
async function taxesOf(tx: Tx, { institutionId, id }: Posting): Promise<bigint> {
  const taxes = await tx.findBy(PostingEntry, { institutionId, postingId: id, role: 'tax', side: 'credit' });
  return taxes.reduce((sum, { amountKobo }) => sum + amountKobo, 0n);
}

async function decided(tx: Tx, institutionId: number, approvals: Approval[]): Promise<DecidedApproval[]> {
  if (approvals.length === 0) return [];
  const decisions = await tx.find(ApprovalDecision, {
    where: { institutionId, approvalId: In(approvals.map(({ id }) => id)) },
    order: { decidedAt: 'ASC' },
  });
  return approvals.map((approval) => ({
    approval,
    decisions: decisions.filter(({ approvalId }) => approvalId === approval.id),
  }));
}

/** The postings that gave the money back and, after corrections by staff, took it again, in their order. */
async function correctionsOf(tx: Tx, posting: Posting): Promise<Posting[]> {
  const { institutionId } = posting;
  const found: Posting[] = [];
  for (let debit: Posting | null = posting; debit !== null;) {
    const reversal = await tx.findOneBy(Posting, { institutionId, reversesId: debit.id, status: 'Posted' });
    if (reversal === null) break;
    const reference = correctionReference(reversal.id);
    debit = await tx.findOneBy(Posting, { institutionId, kind: CORRECTION_KIND, reference });
    found.push(reversal, ...(debit === null ? [] : [debit]));
  }
  return found;
}
