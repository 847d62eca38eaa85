import { addDays, addMonths, daysBetween, daysInMonth } from '../../common/time/calendar';
import { FREQUENCY } from '../../products/terms/loan-enumerations';
import { ScheduleError } from './schedule-error';
import type { ScheduleTerms } from './schedule-terms';

/** A span of interest and the due date it ends on. */
export interface Period {
  dueDate: string;
  /** Days since the previous due date, or since disbursement; what a schedule shows. */
  days: number;
  /** Where interest starts: the previous due date or the accrual start, whichever is later. Interest runs from the next day. */
  accrualStart: string;
  /** Days that bear interest, 0 for a period wholly before the accrual start. */
  accrualDays: number;
  /** Whether interest runs for exactly `repaymentEvery` units, whatever days these months have. */
  isRegular: boolean;
}

type Grid = Pick<ScheduleTerms, 'frequency' | 'repaymentEvery' | 'monthEnd'>;

/**
 * The periods of a loan in order.
 *
 * @throws ScheduleFault when due dates do not rise from disbursement, leave the calendar, or all lie before interest starts.
 */
export function periodsOf(terms: ScheduleTerms): Period[] {
  const { disbursementDate, interestAccrualStartDate } = terms;
  const dueDates = dueDatesOf(terms);
  requireRising([disbursementDate, ...dueDates]);
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
  // By the months alone this is at most one unit too many, and never one too few.
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
  // Always from an anchor and never from the previous date, so that 31 January comes back to the 31st in March.
  const [anchor, first] = firstRepaymentDate === null ? [disbursementDate, 1] : [firstRepaymentDate, 0];
  try {
    return Array.from({ length: numberOfRepayments }, (_, index) => unitsLater(anchor, first + index, terms));
  } catch (error) {
    if (error instanceof RangeError)
      throw new ScheduleError('The due dates leave the calendar: numberOfRepayments or repaymentEvery is too large.');
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

/** Whether both ends of a period come from the same anchor, so that it is regular by construction. */
function isOnGrid({ dueDates, firstRepaymentDate }: ScheduleTerms, index: number): boolean {
  return dueDates === null && (firstRepaymentDate === null || index > 0);
}

/** Whether a date is exactly one repayment interval after another for some day of the month as the anchor. */
function isWholeUnits(from: string, to: string, grid: Grid): boolean {
  if (unitsLater(from, 1, grid) === to) return true;
  if (grid.frequency === FREQUENCY.Days || grid.frequency === FREQUENCY.Weeks) return false;
  // The last day of a month can stand for any later day: 28 February to 31 March is a month of the anchor 31.
  const isSameInterval = monthIndex(to) - monthIndex(from) === grid.repaymentEvery * monthsIn(grid.frequency);
  return isSameInterval && dayOf(from) === daysInMonth(from) && dayOf(to) >= Math.min(dayOf(from), daysInMonth(to));
}

function requireRising(dates: string[]): void {
  const fallen = dates.findIndex((date, index) => index > 0 && date <= dates[index - 1]!);
  if (fallen > 0)
    throw new ScheduleError(
      `Due dates must rise from the disbursement date on; ${dates[fallen]} does not follow ${dates[fallen - 1]}.`,
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
