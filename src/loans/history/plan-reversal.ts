import { AppError } from '../../common/errors/app-error';
import { formatNaira } from '../../common/money/naira';
import { daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import type { LoanEvent } from '../contract/loan-event.entity';
import { loanAt, stateDifferences } from '../contract/loan-state';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import type { PaymentInputs } from '../repayment/share-payment';
import { LoanReplay, type ReplayRules } from './loan-replay';
import { negated, netLegs } from './net-legs';

/** Kinds of acts that can be reversed. */
const PAYMENTS: readonly string[] = ['Repayment', 'Collection', 'Recovery'];
/** Kinds of acts that can be repeated from their inputs after an act that is reversed. */
const REPEATABLE: readonly string[] = [...PAYMENTS, 'PartnerRecovery'];

/** The most nights that a reversal works out again. */
const NIGHTS_MAX = 400;

/** A reversal worked out in memory. */
export interface PlannedReversal {
  /** The loan as it would be without the act. */
  after: LockedLoan;
  /** The difference between the two histories, on the loan's accounts and the ledgers of its income. */
  legs: PostingLeg[];
  /** The money's source and a surplus, turned round. */
  sourceLegs: PostingLeg[];
}

/** What a reversal is worked out from. */
export interface ReversalCase {
  current: LockedLoan;
  /** All acts on the loan, oldest first. */
  events: readonly LoanEvent[];
  reversed: LoanEvent;
  businessDate: string;
  rules: ReplayRules;
}

/**
 * Works out the loan as it would be without an act: the history after it is replayed twice, with the act and without
 * it. The first must end where the loan is today, which proves that rules and history are known; the difference of the
 * two is what the reversal books (docs/domain/loans.md#reversal).
 * @throws LOAN_EVENT_REVERSED (409), LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED (422)
 */
export function planReversal({ current, events, reversed, businessDate, rules }: ReversalCase): PlannedReversal {
  assertReversible(reversed, events, current);
  const start = startOf(reversed, events);
  const later = standingFrom(start, events);
  for (const event of later) assertRepeatable(event, reversed, current);
  const withAct = replay(start, later, { current, businessDate, rules });
  const differences = stateDifferences(withAct.life.locked, current);
  if (differences.length > 0)
    throw loansErrors.LOAN_HISTORY_NOT_PROVED(undefined, { differences: differences.slice(0, 20) });
  const others = later.filter((event) => event !== reversed);
  const without = replay(start, others, { current, businessDate, rules });
  for (const event of others) assertSameOutcome(event, withAct.outcomes.get(event)!, without.outcomes.get(event)!);
  return {
    after: without.life.locked,
    legs: netLegs([...without.life.legs, ...negated(withAct.life.legs)]),
    sourceLegs: negated(sourceLegsOf(reversed)),
  };
}

function assertReversible(reversed: LoanEvent, events: readonly LoanEvent[], { loan, contract }: LockedLoan): void {
  if (!PAYMENTS.includes(reversed.kind) || !isPayment(reversed.inputs) || reversed.sourceLegs === null)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `${nameOf(reversed)} cannot be reversed: only a payment of one loan by repayloan or by collection can.`,
      { eventId: reversed.id },
    );
  if (events.some(({ reversesId }) => reversesId === reversed.id)) throw loansErrors.LOAN_EVENT_REVERSED();
  if (loan.status === 'Closed' && contract.securityDepositKobo > 0n)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `The security deposit of the loan ${loan.loanAccountNumber} was released when it closed; agree with the borrower ` +
        'on a new loan.',
    );
}

/** The earliest act whose state before it holds without any act that was reversed since. */
function startOf(reversed: LoanEvent, events: readonly LoanEvent[]): LoanEvent {
  let start = reversed;
  for (let isMoved = true; isMoved;) {
    isMoved = false;
    for (const event of events) {
      const reversal = events.find(({ reversesId }) => reversesId === event.id);
      if (event.id >= start.id || reversal === undefined || reversal.id < start.id) continue;
      start = event;
      isMoved = true;
      break;
    }
  }
  return start;
}

/** The acts from the start on that stand: neither reversed nor reversals. */
function standingFrom(start: LoanEvent, events: readonly LoanEvent[]): LoanEvent[] {
  const undone = new Set(events.map(({ reversesId }) => reversesId));
  return events.filter((event) => event.id >= start.id && event.reversesId === null && !undone.has(event.id));
}

function assertRepeatable(event: LoanEvent, reversed: LoanEvent, { loan }: LockedLoan): void {
  if (REPEATABLE.includes(event.kind) && isPayment(event.inputs) && event.contractId === loan.contractId) return;
  throw loansErrors.LOAN_REVERSAL_STOPPED(
    `${nameOf(event)} came after ${nameOf(reversed)} and would have to be decided anew; correct the loan by agreement ` +
      'with the borrower.',
    { eventId: event.id },
  );
}

/** How a payment ended in a replay. */
interface Outcome {
  surplusKobo: bigint;
  closed: boolean;
  refusal: AppError | undefined;
}

type ReplayFrame = Pick<ReversalCase, 'current' | 'businessDate' | 'rules'>;

function replay(
  start: LoanEvent,
  acts: readonly LoanEvent[],
  { current, businessDate, rules }: ReplayFrame,
): { life: LoanReplay; outcomes: Map<LoanEvent, Outcome> } {
  if (daysBetween(start.valueDate, businessDate) > NIGHTS_MAX)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `${nameOf(start)} is more than ${NIGHTS_MAX} days ago; correct the loan by agreement with the borrower.`,
      { eventId: start.id },
    );
  const before = loanAt(current, start.before!);
  if (before.loan.interestOwedKobo < 0n && start.before!.loan['aheadAccountId'] === null)
    throw loansErrors.LOAN_HISTORY_NOT_PROVED(undefined, { differences: ['aheadAccountId'] });
  const life = new LoanReplay(before, start.valueDate, rules);
  const outcomes = new Map<LoanEvent, Outcome>();
  if (start.valueDate < start.businessDate) life.beginNight();
  for (const event of acts) {
    life.advanceTo(event.valueDate);
    if (event.valueDate < event.businessDate) life.beginNight();
    outcomes.set(event, repeat(life, event.inputs as unknown as PaymentInputs));
  }
  life.advanceTo(businessDate);
  return { life, outcomes };
}

function repeat(
  life: LoanReplay,
  { kind, amountKobo, takesSurplus, paidOn, asOf, chargesAsOf }: PaymentInputs,
): Outcome {
  const payment = { kind, amountKobo: BigInt(amountKobo), ...(takesSurplus ? { takesSurplus: true as const } : {}) };
  try {
    const { surplusKobo } = life.pay(payment, { paidOn, asOf, chargesAsOf });
    return { surplusKobo, closed: life.locked.loan.status === 'Closed', refusal: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { surplusKobo: 0n, closed: false, refusal: error };
  }
}

/** A later payment must take the same money and close the loan as it did; else staff decide what becomes of it. */
function assertSameOutcome(event: LoanEvent, was: Outcome, would: Outcome): void {
  if (was.surplusKobo === would.surplusKobo && was.closed === would.closed && would.refusal === undefined) return;
  throw loansErrors.LOAN_REVERSAL_STOPPED(
    `${nameOf(event)} would no longer apply as it did: ` +
      (was.closed ? 'it settled the loan. Reverse it first.' : 'it would take another amount. Reverse it first.'),
    { eventId: event.id },
  );
}

function isPayment(inputs: Record<string, unknown>): boolean {
  return inputs['act'] === 'payment';
}

function sourceLegsOf({ sourceLegs }: LoanEvent): PostingLeg[] {
  return sourceLegs!.map(({ accountId, side, amountKobo, role }) => ({
    accountId,
    side,
    amountKobo: BigInt(amountKobo),
    role: role as PostingLeg['role'],
    namedByCaller: false,
  }));
}

function nameOf({ kind, reference, valueDate, amountKobo }: LoanEvent): string {
  return `The ${kind} ${reference} of ${formatNaira(amountKobo)} on ${valueDate}`;
}
