import { addMonths, daysBetween } from '../../../common/time/calendar';
import type { LoanContract } from '../../contract/loan-contract.entity';

/** A payment of the borrower. */
export interface CreditPayment {
  date: string;
  kobo: bigint;
}

/** What a borrower receives and pays. */
export interface CreditFlows {
  /** What the borrower can use on the date of the advance: the principal less all that is taken from it. */
  advanceKobo: bigint;
  advanceDate: string;
  /** In the order of their dates, all after the advance. */
  payments: readonly CreditPayment[];
}

/** The common period of the payments: whole months, or days. */
type UnitPeriod = { months: number } | { days: number; inWeeks: boolean };

const MONTHS_OF_YEAR = 12;
const DAYS_OF_MONTH = 30;
const DAYS_OF_YEAR = 365;
const WEEKS_OF_YEAR = 52;

/**
 * The annual percentage rate by the actuarial method, in percent (docs/domain/loans.md#apr): the rate of a period at
 * which the payments are worth the advance, times the periods of a year. A part of a period bears simple interest.
 * @returns 0 when the payments are no more than the advance
 */
export function annualPercentageRate(
  { advanceKobo, advanceDate, payments }: CreditFlows,
  terms: Pick<LoanContract, 'frequency' | 'repaymentEvery'>,
): number {
  const unit = payments.length === 1 ? singleUnit(advanceDate, payments[0]!.date) : unitOf(terms);
  const flows = payments.map(({ date, kobo }) => ({ amount: Number(kobo), ...periodsTo(unit, advanceDate, date) }));
  const worthAt = (rate: number): number =>
    flows.reduce((sum, { amount, whole, part }) => sum + amount / ((1 + part * rate) * (1 + rate) ** whole), 0);
  return rateOf(worthAt, Number(advanceKobo)) * periodsOfYear(unit) * 100;
}

/** A rate of a cost as letters print it, with two decimals: `35.61 %`. */
export function percentText(percentage: number): string {
  return `${(Math.round(percentage * 100) / 100).toFixed(2)} %`;
}

/** The rate of a period at which flows are worth an advance: worth falls as the rate rises, so halving finds it. */
function rateOf(worthAt: (rate: number) => number, advance: number): number {
  if (worthAt(0) <= advance) return 0;
  let [low, high] = [0, 1];
  while (worthAt(high) > advance && high < 1e9) [low, high] = [high, high * 2];
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step += 1) {
    const middle = (low + high) / 2;
    if (worthAt(middle) > advance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function unitOf({ frequency, repaymentEvery }: Pick<LoanContract, 'frequency' | 'repaymentEvery'>): UnitPeriod {
  if (frequency === 0) return { days: Math.min(repaymentEvery, DAYS_OF_YEAR), inWeeks: false };
  if (frequency === 1) return { days: 7 * Math.min(repaymentEvery, WEEKS_OF_YEAR), inWeeks: true };
  return { months: Math.min(frequency === 3 ? MONTHS_OF_YEAR : repaymentEvery, MONTHS_OF_YEAR) };
}

/** The period of a loan with one payment is its term, and at most a year. */
function singleUnit(from: string, to: string): UnitPeriod {
  for (let months = 1; months <= MONTHS_OF_YEAR; months += 1) if (addMonths(from, months) === to) return { months };
  const days = daysBetween(from, to);
  return days < DAYS_OF_YEAR ? { days, inWeeks: false } : { months: MONTHS_OF_YEAR };
}

function periodsOfYear(unit: UnitPeriod): number {
  if ('months' in unit) return MONTHS_OF_YEAR / unit.months;
  return unit.inWeeks ? (WEEKS_OF_YEAR * 7) / unit.days : DAYS_OF_YEAR / unit.days;
}

/** Whole periods between two dates, and the part of a period that is left. */
function periodsTo(unit: UnitPeriod, from: string, to: string): { whole: number; part: number } {
  if ('days' in unit) {
    const days = daysBetween(from, to);
    return { whole: Math.floor(days / unit.days), part: (days % unit.days) / unit.days };
  }
  const { months, days } = monthsTo(from, to);
  if (unit.months === MONTHS_OF_YEAR && days > 0) return yearsTo(from, to, Math.floor(months / MONTHS_OF_YEAR));
  const rest = ((months % unit.months) * DAYS_OF_MONTH + days) / (unit.months * DAYS_OF_MONTH);
  return { whole: Math.floor(months / unit.months) + Math.floor(rest), part: rest % 1 };
}

/** Years, counted back from the later date, and the days before them: in a period of a year each counts 1/365 of it. */
function yearsTo(from: string, to: string, years: number): { whole: number; part: number } {
  return { whole: years, part: daysBetween(from, addMonths(to, -years * MONTHS_OF_YEAR)) / DAYS_OF_YEAR };
}

/**
 * Whole months and the days before them, counted back from the later date. A date that lies whole months after the
 * earlier one, or on the last day of a shorter month, has no days.
 */
function monthsTo(from: string, to: string): { months: number; days: number } {
  let months = 0;
  while (addMonths(from, months + 1) <= to) months += 1;
  if (addMonths(from, months) === to) return { months, days: 0 };
  let back = 0;
  while (addMonths(to, -back - 1) >= from) back += 1;
  return { months: back, days: daysBetween(from, addMonths(to, -back)) };
}
