import { formatNaira } from '../../common/money/naira';
import { daysBetween } from '../../common/time/calendar';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { LoanEvent } from '../contract/loan-event.entity';
import { loanAt, loanStateOf, stateDifferences } from '../contract/loan-state';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import type { InstalmentFee } from '../schedule/schedule-of-contract';
import { type ActPlace, compareActs, isBackdated, isOfNight } from './act-order';
import { LoanReplay, type ReplayRules } from './loan-replay';
import { openedLoan } from './opened-loan';
import { isRepeatable, repeatAct, type RepeatedAct, standsAlone } from './repeat-act';

/** The most nights that a replay works out again. */
const NIGHTS_MAX = 800;

/** The history of a loan, and the rules by which it is lived again. */
export interface LoanPast {
  current: LockedLoan;
  /** All acts on the loan, oldest first. */
  events: readonly LoanEvent[];
  /** From which the loan as its disbursement left it is made again. */
  opening: { contract: LoanContract; fee: InstalmentFee };
  businessDate: string;
  rules: ReplayRules;
}

/** A moment from which a history is lived again: before an act whose state is known. */
export interface HistoryStart {
  event: LoanEvent;
  before: () => LockedLoan;
}

/** A history that was lived again. */
export interface Replayed {
  life: LoanReplay;
  outcomes: Map<LoanEvent, RepeatedAct>;
}

/**
 * The latest act, at a place or before it, whose state before it holds in the present history: no act before it was
 * reversed or added since.
 * @throws LOAN_HISTORY_NOT_PROVED (422) when the loan has no act that early
 */
export function startAt(place: ActPlace, past: LoanPast): HistoryStart {
  const acts = past.events.filter(({ reversesId }) => reversesId === null);
  const earlier = acts.filter((act) => act.id === place.id || compareActs(act, place) <= 0);
  let start = earlier.toSorted(compareActs).at(-1);
  if (start === undefined) throw loansErrors.LOAN_HISTORY_NOT_PROVED(undefined, { differences: ['events'] });
  for (let moved: LoanEvent | undefined = start; moved !== undefined; start = moved ?? start)
    moved = correctedBefore(start, past.events);
  const event = start;
  return { event, before: () => stateBefore(event, past) };
}

/** The earliest act before another one that was reversed or added after that other one was made. */
function correctedBefore(start: LoanEvent, events: readonly LoanEvent[]): LoanEvent | undefined {
  const corrected = events
    .filter(({ id }) => id > start.id)
    .map((event) => (isBackdated(event) ? event : events.find(({ id }) => id === event.reversesId)))
    .filter((event) => event !== undefined && event.id !== start.id && compareActs(event, start) < 0) as LoanEvent[];
  return corrected.toSorted(compareActs)[0];
}

function stateBefore(event: LoanEvent, { current, opening }: LoanPast): LockedLoan {
  if (event.before !== null) return loanAt(current, event.before);
  if (event.kind !== 'Disbursement')
    throw loansErrors.LOAN_HISTORY_NOT_PROVED(undefined, { differences: [event.kind] });
  return openedLoan(current, opening.contract, opening.fee);
}

/** The acts from a start on that stand, in their order: neither reversed nor reversals, nor the disbursement. */
export function standingFrom({ event: start }: HistoryStart, events: readonly LoanEvent[]): LoanEvent[] {
  const undone = new Set(events.map(({ reversesId }) => reversesId));
  return events
    .filter(
      (event) =>
        event.kind !== 'Disbursement' &&
        event.reversesId === null &&
        !undone.has(event.id) &&
        (event.id === start.id || compareActs(event, start) > 0),
    )
    .toSorted(compareActs);
}

/**
 * Lives the history from a start on with given acts, until the business date.
 * @param beforeAct told before each act; the states of acts that are added are taken there
 * @throws LOAN_REVERSAL_STOPPED (422) for a start too long ago
 */
export function replayFrom(
  { event: start, before }: HistoryStart,
  acts: readonly LoanEvent[],
  { businessDate, rules }: Pick<LoanPast, 'businessDate' | 'rules'>,
  beforeAct: (event: LoanEvent, life: LoanReplay) => void = () => undefined,
): Replayed {
  if (daysBetween(start.valueDate, businessDate) > NIGHTS_MAX)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `${nameOf(start)} is more than ${NIGHTS_MAX} days ago; correct the loan by agreement with the borrower.`,
      { eventId: start.id },
    );
  const life = new LoanReplay(before(), start.valueDate, rules);
  const outcomes = new Map<LoanEvent, RepeatedAct>();
  if (isOfNight(start)) life.beginNight();
  for (const event of acts) {
    life.advanceTo(event.valueDate);
    if (isOfNight(event)) life.beginNight();
    beforeAct(event, life);
    outcomes.set(event, repeatAct(life, event));
  }
  life.advanceTo(businessDate);
  return { life, outcomes };
}

/** Asserts that a replay ends where the loan is. @throws LOAN_HISTORY_NOT_PROVED (422) */
export function assertProved({ life, outcomes }: Replayed, { current }: Pick<LoanPast, 'current'>): void {
  const differences = stateDifferences(life.locked, current);
  for (const [event, { refusal }] of outcomes) if (refusal) differences.push(event.reference);
  if (differences.length > 0)
    throw loansErrors.LOAN_HISTORY_NOT_PROVED(undefined, { differences: differences.slice(0, 20) });
}

/**
 * Asserts that acts can be lived again, and that the later ones hold when what came before them changes.
 * @param cause what changes, for the message
 * @throws LOAN_REVERSAL_STOPPED (422) naming the first that cannot
 */
export function assertRepeatable(
  { earlier, later }: Record<'earlier' | 'later', readonly LoanEvent[]>,
  cause: string,
  { current }: LoanPast,
): void {
  const stops = (event: LoanEvent): boolean => !isRepeatable(event) || event.contractId !== current.loan.contractId;
  const stopping = earlier.find(stops) ?? later.find((event) => stops(event) || !standsAlone(event));
  if (stopping === undefined) return;
  throw loansErrors.LOAN_REVERSAL_STOPPED(
    `${nameOf(stopping)} came after ${cause} and would have to be decided anew; reverse it first, or correct the loan ` +
      'by agreement with the borrower.',
    { eventId: stopping.id },
  );
}

/** A later act must take the same money and close the loan as it did; else staff decide what becomes of it. */
export function assertSameOutcomes(acts: readonly LoanEvent[], was: Replayed, would: Replayed): void {
  for (const event of acts) {
    const [before, after] = [was.outcomes.get(event)!, would.outcomes.get(event)!];
    const isSame = before.surplusKobo === after.surplusKobo && before.closed === after.closed;
    if (isSame && after.refusal === undefined) continue;
    const reason = before.closed ? 'it settled the loan' : (after.refusal?.message ?? 'it would take another amount');
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `${nameOf(event)} would no longer apply as it did: ${reason.replace(/\.$/, '')}. Reverse it first.`,
      { eventId: event.id },
    );
  }
}

/** @throws LOAN_REVERSAL_STOPPED (422) */
export function assertDepositNotReleased({ loan, contract }: LockedLoan): void {
  if (loan.status === 'Closed' && contract.securityDepositKobo > 0n)
    throw loansErrors.LOAN_REVERSAL_STOPPED(
      `The security deposit of the loan ${loan.loanAccountNumber} was released when it closed; agree with the borrower ` +
        'on a new loan.',
    );
}

/** True for a loan that lives on: its nights are still lived. */
export function isRunning({ loan }: LockedLoan): boolean {
  return RUNNING_STATUSES.includes(loan.status);
}

/** The state of a loan in its replay, for the event of an act that is added. */
export function stateIn(life: LoanReplay): ReturnType<typeof loanStateOf> {
  return loanStateOf(life.locked);
}

export function nameOf({ kind, reference, valueDate, amountKobo }: LoanEvent): string {
  return `The ${kind} ${reference} of ${formatNaira(amountKobo)} on ${valueDate}`;
}
