import { koboToNaira } from '../../common/money/naira';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import type { PayoutTimings } from '../../payouts/decide-payout';
import { nextStep, waitingFor } from './payment-state';
import { type PaymentEvent, type PaymentFacts, paymentTimeline } from './payment-timeline';
import type { PaymentEventView, PaymentView } from './payments.dto';

/** The present times: the payout's steps run by real time, what staff read is the time of the institution. */
export interface PresentTimes {
  real: Date;
  institution: Date;
}

/** A payment as staff read it. */
export function paymentView(facts: PaymentFacts, times: PresentTimes, timings: PayoutTimings): PaymentView {
  const { posting, payout } = facts;
  const next = nextStep(payout, times.real, timings);
  const aheadMs = times.institution.getTime() - times.real.getTime();
  return {
    postingReferenceNumber: postingReferenceNumber(posting.id),
    reference: posting.reference,
    kind: posting.kind,
    postingStatus: posting.status,
    payoutStatus: payout?.status ?? null,
    waitingFor: waitingFor(facts),
    ageSec: Math.max(0, Math.floor((times.institution.getTime() - posting.createdAt.getTime()) / 1000)),
    amount: koboToNaira(posting.amountKobo),
    fee: koboToNaira(posting.feeKobo),
    taxes: koboToNaira(facts.taxesKobo),
    narration: posting.narration,
    ...partiesOf(facts),
    provider: payout?.provider ?? null,
    sessionID: payout?.sessionId ?? null,
    responseCode: payout?.responseCode ?? null,
    responseMessage: payout?.responseMessage ?? null,
    disputed: payout?.disputed ?? false,
    requireReversal: payout?.requireReversal ?? false,
    sends: payout?.sends ?? 0,
    queries: payout?.queries ?? 0,
    initiatedBy: posting.maker,
    next: next && { step: next.step, at: new Date(next.at.getTime() + aheadMs).toISOString() },
    timeline: paymentTimeline(facts).map(eventView),
  };
}

type Party = 'debitAccount' | 'debitAccountName' | 'creditAccount' | 'creditAccountName' | 'creditInstitution';

/** The metadata of transfers and of bill payments name both parties, also while no money has moved. */
function partiesOf({ posting, payout }: PaymentFacts): Pick<PaymentView, Party> {
  const metadata = posting.additionalMetadata ?? {};
  const text = (...names: string[]): string | null => {
    const found = names.map((name) => metadata[name]).find((value) => typeof value === 'string' && value !== '');
    return (found as string | undefined) ?? null;
  };
  return {
    debitAccount: text('account_number_from') ?? payout?.accountNumber ?? null,
    debitAccountName: text('account_name_from'),
    creditAccount: text('account_number_to', 'customer_id'),
    creditAccountName: text('account_name_to', 'customer_name'),
    creditInstitution: text('bank_to', 'biller_name'),
  };
}

function eventView({ at, answeredAt, ...facts }: PaymentEvent): PaymentEventView {
  return { ...facts, at: at.toISOString(), answeredAt: answeredAt?.toISOString() ?? null };
}
