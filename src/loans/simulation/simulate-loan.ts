import { addDays, daysBetween } from '../../common/time/calendar';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { bringUpToDate } from '../accrual/recognise-income';
import { applyCharge } from '../adjustments/apply-charge';
import { applyRefund } from '../adjustments/apply-refund';
import { applyWaiver } from '../adjustments/apply-waiver';
import { CENTRAL_BANK_SCALES, scaleOn } from '../classification/classification-scales';
import type { LoanChange } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { LoanReplay, type ReplayRules } from '../history/loan-replay';
import { negated, netLegs } from '../history/net-legs';
import { settleInFull } from '../repayment/apply-early-repayment';
import { payoffKobo, positionOn } from '../repayment/early-payoff';
import { newTerms, onlyMovesDates } from '../restructure/new-terms';
import { restructure } from '../restructure/restructure-schedule';
import { ScheduleError } from '../schedule/schedule-error';
import { applyWriteOff } from '../write-off/write-off-loan';
import type { SimulatedEvent, Simulation } from './read-simulation';
import { SIMULATED_ACCOUNTS, simulatedLoan } from './simulated-loan';

const DAYS_MAX = 15_000;

/** What was booked by an event, or by the nights between two events. */
export interface SimulatedEntry {
  date: string;
  event: string;
  legs: PostingLeg[];
}

/** A loan at the end of its simulated life. */
export interface SimulatedLife {
  locked: LockedLoan;
  entries: SimulatedEntry[];
}

type StandingEvent = SimulatedEvent & { own: number };

/**
 * Lives a loan from its disbursement to a date with given events, by the functions that servicing uses. A reversal
 * lives the history again without the event, and books the difference on its own day.
 * @param workMax the most nights × instalments that are worked out; each reversal lives all nights again
 * @throws ScheduleError, AppError when an event cannot happen
 */
export function simulateLoan(simulation: Simulation, workMax = Infinity): SimulatedLife {
  const { terms, date, events } = simulation;
  const lives = 1 + events.filter(({ event }) => event === 'reverse').length;
  const nights = daysBetween(terms.disbursementDate, date) * lives;
  if (nights * terms.numberOfRepayments > workMax)
    throw new ScheduleError(
      `The simulation has ${nights} nights of ${terms.numberOfRepayments} instalments, which is more than one request may ` +
        'work out; send an earlier date or fewer reversals, or use loan:simulate.',
    );
  if (daysBetween(terms.disbursementDate, date) > DAYS_MAX)
    throw new ScheduleError(`The date must be at most ${DAYS_MAX} days after the disbursement.`);
  const entries: SimulatedEntry[] = [
    { date: terms.disbursementDate, event: 'disburse', legs: disbursementLegs(simulation) },
  ];
  let standing: StandingEvent[] = [];
  let replay = begin(simulation);
  for (const [index, event] of events.entries()) {
    // The disbursement begins every life, whether or not it is among the events.
    if (event.event === 'disburse') continue;
    closeDays(replay, event.date, entries);
    if (event.event === 'reverse') {
      const left = standing.filter(({ own }) => own !== event.nr);
      if (left.length === standing.length)
        throw new ScheduleError(`Event ${event.nr} cannot be reversed: it is a reversal, or was reversed.`);
      standing = left;
      const without = begin(simulation);
      const lived: SimulatedEntry[] = [];
      for (const other of standing) {
        closeDays(without, other.date, lived);
        happen(without, other, lived);
      }
      closeDays(without, event.date, lived);
      const before = entries.slice(1).flatMap(({ legs }) => legs);
      const legs = netLegs([...lived.flatMap((entry) => entry.legs), ...negated(before)]);
      entries.push({ date: event.date, event: `reverse ${event.nr}`, legs });
      replay = without;
    } else {
      const own = { ...event, own: index + 1 };
      standing.push(own);
      happen(replay, own, entries);
    }
  }
  closeDays(replay, date, entries);
  return { locked: replay.locked, entries };
}

function begin(simulation: Simulation): LoanReplay {
  const rules: ReplayRules = {
    scaleOn: (date) => scaleOn(CENTRAL_BANK_SCALES[simulation.licence], date),
    keepsRestructured: false,
    cureDays: simulation.arrears.cureDays,
    vatLedgerId: undefined,
  };
  return new LoanReplay(simulatedLoan(simulation), simulation.terms.disbursementDate, rules);
}

function disbursementLegs(simulation: Simulation): PostingLeg[] {
  const { loan, instalments } = simulatedLoan(simulation);
  const unearned = loan.unearnedAccountId === null ? 0n : upfrontKobo(instalments);
  return [
    leg(SIMULATED_ACCOUNTS.principal, loan.disbursedKobo),
    leg(SIMULATED_ACCOUNTS.unearnedInterest, -unearned),
    leg(SIMULATED_ACCOUNTS.borrower, unearned - loan.disbursedKobo),
  ].filter(({ amountKobo }) => amountKobo > 0n);
}

function upfrontKobo(instalments: LockedLoan['instalments']): bigint {
  return positionOn(
    { interestAccruedKobo: 0n, unearnedAccountId: 1, outstandingPrincipalKobo: 0n },
    instalments,
    '0001-01-01',
  ).unearnedKobo;
}

/** @param debitKobo below 0 for a credit */
function leg(accountId: number, debitKobo: bigint): PostingLeg {
  return {
    accountId,
    side: debitKobo > 0n ? 'debit' : 'credit',
    amountKobo: debitKobo > 0n ? debitKobo : -debitKobo,
    role: 'principal',
  };
}

/** Closes the days before a date; what the nights book is one entry. */
function closeDays(replay: LoanReplay, date: string, entries: SimulatedEntry[]): void {
  const from = replay.legs.length;
  const first = replay.today;
  replay.advanceTo(date);
  const legs = netLegs(replay.legs.slice(from));
  if (legs.length > 0) entries.push({ date: addDays(date, -1), event: `nights from ${first}`, legs });
}

function happen(replay: LoanReplay, event: StandingEvent, entries: SimulatedEntry[]): void {
  const from = replay.legs.length;
  const paidKobo = apply(replay, event);
  const own = netLegs(replay.legs.slice(from));
  const legs = paidKobo === 0n ? own : [...own, leg(SIMULATED_ACCOUNTS.borrower, paidKobo)];
  entries.push({ date: event.date, event: `${event.event} (${event.own})`, legs });
}

/** @returns the money that the borrower pays, less a surplus */
function apply(replay: LoanReplay, { event, date, amountKobo, ...terms }: StandingEvent): bigint {
  const { loan } = replay.locked;
  if (event === 'repay') {
    const dates = { paidOn: date, asOf: date, chargesAsOf: addDays(date, -1) };
    const { surplusKobo } = replay.pay({ kind: 'Repayment', amountKobo: amountKobo!, takesSurplus: true }, dates);
    return amountKobo! - surplusKobo;
  }
  if (!RUNNING_STATUSES.includes(loan.status))
    throw new ScheduleError(`Event ${terms.own}: the loan is ${loan.status} on ${date}, so it cannot ${event}.`);
  const { component, waived } = terms;
  if (event === 'charge') {
    replay.act(date, (change) =>
      applyCharge(change, { component, amountKobo: amountKobo!, vatKobo: 0n }, date, undefined),
    );
    return 0n;
  }
  if (event === 'waive') {
    replay.act(date, (change) => applyWaiver(change, waived, date, undefined));
    return 0n;
  }
  if (event === 'refund') {
    replay.act(date, (change) => applyRefund(change, amountKobo!, date, undefined));
    return -amountKobo!;
  }
  return replay.act(date, (change) => {
    bringUpToDate(change, { incomeAsOf: date, chargesAsOf: date }, undefined);
    if (event === 'settle') return settle(change, date);
    if (event === 'writeOff') applyWriteOff(change, date, undefined);
    else giveTerms(change, date, event === 'rateChange' ? sameDates(change, date, terms.rate!) : terms);
    return 0n;
  });
}

function settle(change: LoanChange, date: string): bigint {
  const position = positionOn(change.locked.loan, change.locked.instalments, date);
  const paidKobo = payoffKobo(position);
  settleInFull(change, position, date);
  return paidKobo;
}

/** New terms that change the rate alone: due dates count on from the next one, and its interest is split by days. */
function sameDates(change: LoanChange, date: string, rate: number): NewTermsOfEvent {
  const { contract, instalments } = change.locked;
  const future = instalments.filter(({ dueDate }) => dueDate > date);
  const { repaymentEvery } = contract;
  return {
    rate,
    tenure: future.length * repaymentEvery,
    firstRepaymentDate: future[0]?.dueDate,
    accruedInterest: 'Deferred',
  };
}

type NewTermsOfEvent = Pick<StandingEvent, 'rate' | 'tenure' | 'firstRepaymentDate' | 'accruedInterest'>;

function giveTerms(
  change: LoanChange,
  date: string,
  { rate, tenure, firstRepaymentDate, accruedInterest }: NewTermsOfEvent,
): void {
  const { contract, instalments } = change.locked;
  if (change.locked.loan.unearnedAccountId !== null)
    throw new ScheduleError('A loan whose interest was taken upfront cannot be restructured; settle it.');
  const body = {
    ...(rate === undefined ? {} : { interestRate: rate }),
    ...(tenure === undefined ? {} : { tenure }),
    ...(firstRepaymentDate === undefined ? {} : { firstRepaymentDate }),
  };
  const facts = { id: contract.id + 1, createdAt: contract.createdAt, keepsInstalment: onlyMovesDates(body) };
  restructure(change, { ...newTerms(contract, instalments, body, date), ...facts }, accruedInterest, date);
  change.status = 'Restructured';
}
