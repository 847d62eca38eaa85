import { isCalendarDate } from '../../common/time/calendar';
import {
  ARREARS_BASES,
  type ArrearsBase,
  PREPAYMENT_EFFECTS,
  type PrepaymentEffect,
} from '../../products/terms/loan-enumerations';
import { CHARGED_COMPONENTS, type ChargedComponent } from '../adjustments/apply-charge';
import type { WaivedAmounts } from '../adjustments/apply-waiver';
import { LICENCE_CLASSES, type LicenceClass } from '../classification/classification-scales';
import { ACCRUED_INTEREST_CHOICES, type AccruedInterestChoice } from '../restructure/restructure-schedule';
import { productViolation } from '../schedule/product-violation';
import { QuoteValues } from '../schedule/quote-values';
import { readQuote } from '../schedule/read-quote';
import { ScheduleError } from '../schedule/schedule-error';
import { SCHEDULE_DEFAULTS, type ScheduleTerms } from '../schedule/schedule-terms';

const EVENTS_MAX = 500;

/** Terms of the engine that no contract has. */
const ENGINE_ONLY = [
  'dueDates',
  'graceOnPrincipal',
  'graceOnInterest',
  'stub30',
  'rounding',
  'decimals',
  'currencyMultiple',
  'emiRate',
] as const;

export const SIMULATED_EVENTS = [
  'disburse',
  'repay',
  'settle',
  'charge',
  'waive',
  'refund',
  'restructure',
  'rateChange',
  'writeOff',
  'reverse',
] as const;
const WITH_AMOUNT: readonly string[] = ['repay', 'charge', 'refund'];

/** One event of a simulation. */
export interface SimulatedEvent {
  date: string;
  event: (typeof SIMULATED_EVENTS)[number];
  amountKobo: bigint | undefined;
  /** The number of the event that a reversal takes out, from 1. */
  nr: number | undefined;
  /** New terms of a restructure; a change of the rate is one. */
  rate: number | undefined;
  tenure: number | undefined;
  firstRepaymentDate: string | undefined;
  accruedInterest: AccruedInterestChoice;
  /** What a charge is. */
  component: ChargedComponent;
  /** What a waiver waives. */
  waived: WaivedAmounts;
}

/** The terms of late instalments, as products have them. */
export interface SimulatedArrears {
  rate: string;
  /** The overdue amount on which default interest is charged. */
  interestBase: ArrearsBase;
  graceDays: number;
  penaltyKobo: bigint;
  penaltyGraceDays: number;
  suspenseAfterDays: number;
  cureDays: number;
  prepaymentEffect: PrepaymentEffect;
}

export interface Simulation {
  terms: ScheduleTerms;
  events: SimulatedEvent[];
  date: string;
  licence: LicenceClass;
  arrears: SimulatedArrears;
}

/** @throws ScheduleError naming the parameter that is missing, malformed or unknown */
export function readSimulation(json: unknown): Simulation {
  const values = new QuoteValues(objectOf(json, 'The simulation'), ['terms', 'events', 'date', 'licence', 'arrears']);
  const { terms: given, events = [], arrears = {} } = json as Record<string, unknown>;
  const terms = readQuote(given);
  const violation = productViolation(terms) ?? engineViolation(terms);
  if (violation !== undefined) throw new ScheduleError(violation);
  const date = values.required('date', values.date('date'));
  if (date < terms.disbursementDate) throw new ScheduleError('date must not be before the disbursement.');
  return {
    terms,
    date,
    events: eventsOf(events, terms.disbursementDate, date),
    licence: values.oneOf('licence', LICENCE_CLASSES) ?? 'CommercialBank',
    arrears: arrearsOf(arrears),
  };
}

function engineViolation(terms: ScheduleTerms): string | undefined {
  const other = ENGINE_ONLY.find((name) => terms[name] !== SCHEDULE_DEFAULTS[name]);
  return other && `${other} is no term of a contract; loan:quote takes it, a simulation does not.`;
}

function eventsOf(given: unknown, from: string, to: string): SimulatedEvent[] {
  if (!Array.isArray(given) || given.length > EVENTS_MAX)
    throw new ScheduleError(`events must be a list of at most ${EVENTS_MAX} events.`);
  const events = given.map((event: unknown, index) => eventOf(event, index + 1));
  for (const [index, { date, event }] of events.entries()) {
    if (event === 'disburse' && (index > 0 || date !== from))
      throw new ScheduleError(`Only the first event can be a disburse, on ${from}, the day of the terms.`);
    const earliest = events[index - 1]?.date ?? from;
    if (!isCalendarDate(date) || date < earliest || date > to)
      throw new ScheduleError(`The date of event ${index + 1} must be from ${earliest} to ${to}.`);
  }
  return events;
}

const EVENT_FIELDS = [
  'date',
  'event',
  'amount',
  'nr',
  'rate',
  'tenure',
  'firstRepaymentDate',
  'accruedInterest',
  'component',
  'interest',
  'defaultInterest',
  'penalty',
  'fee',
];

function eventOf(given: unknown, nr: number): SimulatedEvent {
  const values = new QuoteValues(objectOf(given, `Event ${nr}`), EVENT_FIELDS);
  const event = values.required('event', values.oneOf('event', SIMULATED_EVENTS));
  const amountKobo = values.money('amount', 2);
  const reversed = values.whole('nr', 1, nr - 1);
  const rate = values.decimal('rate');
  if (WITH_AMOUNT.includes(event) !== (amountKobo !== undefined))
    throw new ScheduleError('A repay, a charge and a refund, and no other, have an amount.');
  if (event === 'rateChange' && rate === undefined) throw new ScheduleError('A rateChange has a rate.');
  if ((event === 'reverse') !== (reversed !== undefined)) throw new ScheduleError('A reverse, and no other, has a nr.');
  return {
    date: values.required('date', values.date('date')),
    event,
    amountKobo,
    nr: reversed,
    rate: rate === undefined ? undefined : Number(rate),
    tenure: values.whole('tenure', 1, 10_000),
    firstRepaymentDate: values.date('firstRepaymentDate'),
    accruedInterest: values.oneOf('accruedInterest', ACCRUED_INTEREST_CHOICES) ?? 'Due',
    component: values.oneOf('component', CHARGED_COMPONENTS) ?? 'Penalty',
    waived: {
      interest: values.money('interest', 2) ?? 0n,
      default: values.money('defaultInterest', 2) ?? 0n,
      penalty: values.money('penalty', 2) ?? 0n,
      fee: values.money('fee', 2) ?? 0n,
    },
  };
}

function arrearsOf(given: unknown): SimulatedArrears {
  const names = [
    'rate',
    'interestBase',
    'graceDays',
    'penalty',
    'penaltyGraceDays',
    'suspenseAfterDays',
    'cureDays',
    'prepaymentEffect',
  ];
  const values = new QuoteValues(objectOf(given, 'arrears'), names);
  return {
    rate: values.decimal('rate') ?? '0',
    interestBase: values.oneOf('interestBase', ARREARS_BASES) ?? 'OverduePrincipal',
    graceDays: values.whole('graceDays', 0, 365) ?? 0,
    penaltyKobo: values.money('penalty', 2) ?? 0n,
    penaltyGraceDays: values.whole('penaltyGraceDays', 0, 365) ?? 0,
    suspenseAfterDays: values.whole('suspenseAfterDays', 0, 10_000) ?? 90,
    cureDays: values.whole('cureDays', 1, 10_000) ?? 90,
    prepaymentEffect: values.oneOf('prepaymentEffect', PREPAYMENT_EFFECTS) ?? 'PaysAhead',
  };
}

function objectOf(given: unknown, name: string): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ScheduleError(`${name} must be a JSON object.`);
  return given as Record<string, unknown>;
}
