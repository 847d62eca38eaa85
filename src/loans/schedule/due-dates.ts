import { addDays, addMonths, daysBetween, daysInMonth } from '../../common/time/calendar';
import { FREQUENCY } from '../../products/terms/loan-enumerations';
import { ScheduleError } from './schedule-error';
import type { ScheduleTerms } from './schedule-terms';

/** A period of interest and the due date on which it ends. */
export interface Period {
  dueDate: string;
  /** Days since the previous due date, or since disbursement, as shown in a schedule. */
  days: number;
  /** The previous due date or the accrual start, whichever is later. Interest accrues from the next day. */
  accrualStart: string;
  /** Days that bear interest; 0 for a period wholly before the accrual start. */
  accrualDays: number;
  /** True when interest accrues for exactly `repaymentEvery` units, whatever the lengths of these months. */
  isRegular: boolean;
}

type Grid = Pick<ScheduleTerms, 'frequency' | 'repaymentEvery' | 'monthEnd'>;

/**
 * The periods of a loan in order (docs/domain/loans.md#2-dates).
 *
 * @throws ScheduleError when due dates do not rise from disbursement, leave the calendar, or all lie before interest
 *   starts.
 */
export function periodsOf(terms: ScheduleTerms): Period[] {
  const { disbursementDate, interestAccrualStartDate } = terms;
  const dueDates = dueDatesOf(terms);
  assertRising([disbursementDate, ...dueDates]);
  const accrualFrom = interestAccrualStartDate ?? disbursementDate;
  if (accrualFrom > dueDates.at(-1)!)
    throw new ScheduleError('interestAccrualStartDate must not be after the last due date.');
  return dueDates.map((dueDate, index) => {
    const start = dueDates[index - 1] ?? disbursementDate;
    const isCut = accrualFrom > start;
    const accrualStart = isCut ? accrualFrom : start;
    const days = daysBetween(start, dueDate);
    return {
      dueDate,
      days,
      accrualStart,
      accrualDays: isCut ? Math.max(0, daysBetween(accrualStart, dueDate)) : days,
      isRegular: !isCut && (isOnGrid(terms, index) || isWholeUnits(start, dueDate, terms)),
    };
  });
}

/**
 * The time between two dates in units of the frequency: the whole units from `from`, and the days that remain as a part
 * of the days of the next unit.
 *
 * @returns a quotient: `parts` / `whole`.
 */
export function unitsBetween(
  from: string,
  to: string,
  frequency: ScheduleTerms['frequency'],
): { parts: number; whole: number } {
  const days = daysBetween(from, to);
  if (frequency === FREQUENCY.Days) return { parts: days, whole: 1 };
  if (frequency === FREQUENCY.Weeks) return { parts: days, whole: 7 };
  const step = monthsIn(frequency);
  // Counting months alone gives the right number or one unit too many.
  let units = Math.floor((monthIndex(to) - monthIndex(from)) / step);
  if (addMonths(from, units * step) > to) units -= 1;
  const reached = addMonths(from, units * step);
  const whole = daysBetween(reached, addMonths(from, (units + 1) * step));
  return { parts: units * whole + daysBetween(reached, to), whole };
}

function dueDatesOf(terms: ScheduleTerms): readonly string[] {
  const { numberOfRepayments, disbursementDate, firstRepaymentDate, dueDates } = terms;
  if (dueDates !== null) {
    if (dueDates.length !== numberOfRepayments)
      throw new ScheduleError('dueDates must hold one date for each of numberOfRepayments.');
    return dueDates;
  }
  if (firstRepaymentDate !== null && firstRepaymentDate <= disbursementDate)
    throw new ScheduleError('firstRepaymentDate must be after disbursementDate.');
  // Dates count from an anchor and not from the previous date, so that after 31 January and 28 February comes 31 March.
  const [anchor, first] = firstRepaymentDate === null ? [disbursementDate, 1] : [firstRepaymentDate, 0];
  try {
    return Array.from({ length: numberOfRepayments }, (_, index) => unitsLater(anchor, first + index, terms));
  } catch (error) {
    if (error instanceof RangeError)
      throw new ScheduleError(
        'The due dates are outside the calendar: numberOfRepayments or repaymentEvery is too large.',
      );
    throw error;
  }
}

/** The date a number of repayment intervals after an anchor. */
function unitsLater(anchor: string, intervals: number, { frequency, repaymentEvery, monthEnd }: Grid): string {
  const units = intervals * repaymentEvery;
  if (frequency === FREQUENCY.Days) return addDays(anchor, units);
  if (frequency === FREQUENCY.Weeks) return addDays(anchor, 7 * units);
  const clamped = addMonths(anchor, units * monthsIn(frequency));
  return monthEnd === 'ROLL' && dayOf(clamped) < dayOf(anchor) ? addDays(clamped, 1) : clamped;
}

/** True when both ends of a period come from the same anchor, so that it is regular by construction. */
function isOnGrid({ dueDates, firstRepaymentDate }: ScheduleTerms, index: number): boolean {
  return dueDates === null && (firstRepaymentDate === null || index > 0);
}

/** True when a date is exactly one repayment interval after another, for some day of the month as the anchor. */
function isWholeUnits(from: string, to: string, grid: Grid): boolean {
  if (unitsLater(from, 1, grid) === to) return true;
  if (grid.frequency === FREQUENCY.Days || grid.frequency === FREQUENCY.Weeks) return false;
  // The last day of a month can stand for any later day: 28 February to 31 March is a month of the anchor 31.
  const isSameInterval = monthIndex(to) - monthIndex(from) === grid.repaymentEvery * monthsIn(grid.frequency);
  return isSameInterval && dayOf(from) === daysInMonth(from) && dayOf(to) >= Math.min(dayOf(from), daysInMonth(to));
}

function assertRising(dates: string[]): void {
  const wrong = dates.findIndex((date, index) => index > 0 && date <= dates[index - 1]!);
  if (wrong > 0)
    throw new ScheduleError(
      `Due dates must rise from the disbursement date on; ${dates[wrong]} is not after ${dates[wrong - 1]}.`,
    );
}

function monthsIn(frequency: ScheduleTerms['frequency']): number {
  return frequency === FREQUENCY.Years ? 12 : 1;
}

function monthIndex(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}

function dayOf(date: string): number {
  return Number(date.slice(8));
}
