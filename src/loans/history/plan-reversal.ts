import type { PostingLeg } from '../../ledger/engine/posting-request';
import { placedKobo } from '../adjustments/surplus-refund';
import type { LoanEvent } from '../contract/loan-event.entity';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import { compareActs } from './act-order';
import { negated, netLegs } from './net-legs';
import { isRepeatable, madeAs } from './repeat-act';
import {
  assertDepositNotReleased,
  assertProved,
  assertRepeatable,
  assertSameOutcomes,
  isRunning,
  type LoanPast,
  nameOf,
  replayFrom,
  standingFrom,
  startAt,
} from './replay-history';

/** The recovery partner owes what it collected, and money of a security deposit was under a lien that has ended. */
const NEVER_REVERSED: readonly string[] = ['PartnerRecovery', 'SecurityDeposit'] satisfies LoanEvent['kind'][];

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
export interface ReversalCase extends LoanPast {
  reversed: LoanEvent;
}

/**
 * Works out the loan as it would be without an act: the history after it is replayed twice, with the act and without
 * it. The first must end where the loan is today, which proves that rules and history are known; the difference of the
 * two is what the reversal books (docs/domain/loans.md#reversal).
 * @throws LOAN_EVENT_REVERSED (409), LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED (422)
 */
export function planReversal({ reversed, ...past }: ReversalCase): PlannedReversal {
  assertReversible(reversed, past);
  const start = startAt(reversed, past);
  const acts = standingFrom(start, past.events);
  const others = acts.filter((event) => event !== reversed);
  assertMoneyStillThere(reversed, past);
  const earlier = others.filter((event) => compareActs(event, reversed) < 0);
  assertRepeatable({ earlier, later: others.slice(earlier.length) }, nameOf(reversed), past);
  const withAct = replayFrom(start, acts, past);
  assertProved(withAct, past);
  const without = replayFrom(start, others, past);
  assertSameOutcomes(others, withAct, without);
  return {
    after: without.life.locked,
    legs: netLegs([...without.life.legs, ...negated(withAct.life.legs)]),
    sourceLegs: negated(sourceLegsOf(reversed)),
  };
}

function assertReversible(reversed: LoanEvent, { events, current }: LoanPast): void {
  const stop = (message: string): never => {
    throw loansErrors.LOAN_REVERSAL_STOPPED(`${nameOf(reversed)} cannot be reversed: ${message}`, {
      eventId: reversed.id,
    });
  };
  if (events.some(({ reversesId }) => reversesId === reversed.id)) throw loansErrors.LOAN_EVENT_REVERSED();
  if (!isRepeatable(reversed) || NEVER_REVERSED.includes(madeAs(reversed)))
    stop(
      'only a disbursement, a payment by repayloan or by collection, an early repayment, a charge, a waiver and a refund ' +
        'can; correct the loan by agreement with the borrower.',
    );
  if (reversed.sourceLegs === null)
    stop('it has one posting with acts on other loans; correct the loan by agreement with the borrower.');
  assertDepositNotReleased(current);
}

/**
 * What the act left in unclaimed funds must still be there for this loan: the rest of that ledger is money of others.
 * Money on accounts of customers is checked when it is taken.
 */
function assertMoneyStillThere(reversed: LoanEvent, { events }: LoanPast): void {
  for (const { accountId, side, amountKobo } of reversed.sourceLegs!) {
    const refund = events.findLast(
      ({ inputs, sourceLegs }) =>
        inputs['act'] === 'refundSurplus' &&
        sourceLegs!.some((leg) => leg.side === 'debit' && leg.accountId === accountId),
    );
    if (side !== 'credit' || !refund || placedKobo(events, accountId) >= BigInt(amountKobo)) continue;
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `${nameOf(refund)} paid out what the act left in unclaimed funds. Reverse it first.`,
      { eventId: refund.id },
    );
  }
}

/**
 * Works out the undoing of a disbursement: everything that the loan's nights booked is taken back. The disbursement's
 * own posting is turned round by the caller.
 * @throws LOAN_EVENT_REVERSED (409), LOAN_REVERSAL_STOPPED, LOAN_HISTORY_NOT_PROVED (422)
 */
export function planUndisbursement({ reversed, ...past }: ReversalCase): PostingLeg[] {
  const { events, current } = past;
  if (events.some(({ reversesId }) => reversesId === reversed.id)) throw loansErrors.LOAN_EVENT_REVERSED();
  const start = startAt(reversed, past);
  const [later] = standingFrom(start, events);
  if (later)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `${nameOf(later)} depends on the disbursement. Reverse it first, the latest act before the others.`,
      { eventId: later.id },
    );
  if (current.loan.groupLoanId !== null)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      'The loan was disbursed with the others of its group in one posting; settle it instead.',
      { eventId: reversed.id },
    );
  if (!isRunning(current))
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `The loan is ${current.loan.status}; only the disbursement of a running loan is reversed.`,
      { eventId: reversed.id },
    );
  const lived = replayFrom(start, [], past);
  assertProved(lived, past);
  return netLegs(negated(lived.life.legs));
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
