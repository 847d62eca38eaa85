import { addDays } from '../../common/time/calendar';
import type { EventLeg, LoanEvent } from '../contract/loan-event.entity';
import type { LoanTransaction, LoanTransactionKind } from '../contract/loan-transaction.entity';
import { loansErrors } from '../loans.errors';
import { compareActs } from './act-order';
import { isRepeatable, type RepeatableInputs } from './repeat-act';
import {
  assertProved,
  type HistoryStart,
  type LoanPast,
  replayFrom,
  standingFrom,
  startAt,
  stateIn,
} from './replay-history';

/** The posting of a past act: its kind and day, and its legs outside the loan's own books. */
export interface PostedAct {
  kind: string;
  businessDate: string;
  sourceLegs: EventLeg[];
}

/** Postings of one loan alone; those of other kinds serve several loans, or are no acts that can be repeated. */
const POSTINGS_OF_ONE_LOAN: readonly string[] = [
  'loan-repayment',
  'loan-early-repayment',
  'loan-collection',
  'loan-security-deposit',
  'loan-recovery',
];

/** The transactions of a loan from before its first stored event, and their postings by id. */
export interface UnkeptActs {
  transactions: readonly LoanTransaction[];
  postings: ReadonlyMap<number, PostedAct>;
}

/**
 * Makes the events of a loan from before events were kept, from its transactions, and proves them: the history from the
 * disbursement on, lived with them and with the events that are stored, must end where the loan is today
 * (docs/domain/loans.md#reversal). An event gets the id of its transaction, which is older than those of later events.
 * @returns the new events with the loan as it was before each
 * @throws LOAN_HISTORY_NOT_PROVED (422)
 */
export function rebuildEvents({ transactions, postings }: UnkeptActs, past: LoanPast): LoanEvent[] {
  const rebuilt = transactions.map((transaction) => eventOf(transaction, postings, past));
  const events = [...rebuilt, ...past.events].sort((one, other) => one.id - other.id);
  const [first] = events;
  if (first?.kind !== 'Disbursement')
    throw loansErrors.LOAN_HISTORY_NOT_PROVED(undefined, { differences: ['Disbursement'] });
  const whole: LoanPast = { ...past, events };
  const start: HistoryStart = { event: first, before: startAt(first, { ...whole, events: [first] }).before };
  const standing = standingFrom(start, events).sort(compareActs);
  const unrepeatable = standing.find((event) => !isRepeatable(event));
  if (unrepeatable) throw notRepeatable(unrepeatable.kind, unrepeatable.reference, unrepeatable.valueDate);
  const lived = replayFrom(start, standing, whole, (event, life) => {
    if (rebuilt.includes(event)) event.before = stateIn(life);
  });
  assertProved(lived, past);
  return rebuilt;
}

function eventOf(
  transaction: LoanTransaction,
  postings: UnkeptActs['postings'],
  { opening: { contract } }: LoanPast,
): LoanEvent {
  const { institutionId, id, loanId, kind, postingId, reference, businessDate: valueDate, amountKobo } = transaction;
  const posting = postingId === null ? undefined : postings.get(postingId);
  const isDisbursement = kind === 'Disbursement';
  const inputs = isDisbursement ? { amountKobo: amountKobo.toString() } : inputsOf(transaction, posting);
  return {
    institutionId,
    id,
    loanId,
    kind,
    postingId,
    reference,
    valueDate,
    businessDate: posting?.businessDate ?? valueDate,
    contractId: contract.id,
    contractVersion: contract.version,
    amountKobo,
    inputs: { ...inputs },
    sourceLegs: isDisbursement ? null : (posting?.sourceLegs ?? []),
    before: null,
    reversesId: null,
    createdBy: transaction.createdBy,
    createdAt: transaction.createdAt,
  };
}

/** @throws LOAN_HISTORY_NOT_PROVED (422) for an act that cannot be repeated, such as a restructure */
function inputsOf(transaction: LoanTransaction, posting: PostedAct | undefined): RepeatableInputs {
  const { kind, reference, amountKobo, businessDate: day, details } = transaction;
  if (!posting || !POSTINGS_OF_ONE_LOAN.includes(posting.kind)) throw notRepeatable(kind, reference, day);
  const amount = amountKobo.toString();
  if (kind === 'EarlyRepayment') {
    const paymentOption = (details?.['paymentOption'] ?? 0) as 0 | 1 | 2;
    return { act: 'earlyRepayment', day, paymentOption, amountKobo: amount };
  }
  const isNight = kind === 'Collection';
  return {
    act: 'payment',
    kind: kind === 'Recovery' ? sentAs(posting) : kind,
    amountKobo: amount,
    takesSurplus: kind === 'PartnerRecovery',
    paidOn: day,
    asOf: isNight ? posting.businessDate : day,
    chargesAsOf: isNight ? day : addDays(day, -1),
  };
}

/** The kind as which a payment of a written-off loan was sent. The history records each of them as a recovery. */
function sentAs(posting: PostedAct): LoanTransactionKind {
  if (posting.kind === 'loan-recovery') return 'PartnerRecovery';
  return posting.kind === 'loan-security-deposit' ? 'SecurityDeposit' : 'Repayment';
}

function notRepeatable(kind: string, reference: string, day: string): Error {
  return loansErrors.LOAN_HISTORY_NOT_PROVED(
    `The ${kind} ${reference} of ${day} cannot be worked out again, so the acts on this loan from before are not ` +
      'reversed; correct the loan by agreement with the borrower.',
    { differences: [reference] },
  );
}
