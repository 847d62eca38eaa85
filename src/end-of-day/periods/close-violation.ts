import type { AppError } from '../../common/errors/app-error';
import { addDays } from '../../common/time/calendar';
import { endOfDayErrors } from '../end-of-day.errors';
import type { PeriodDates } from './period-dates';

/** The periods and days that the institution has closed so far. */
export interface ClosedSoFar {
  /** The first day of the books: the first value date, or the day on which the institution was set up. */
  booksBegan: string;
  /** The last business date whose end of day is completed; null before the first. */
  lastCompletedDay: string | null;
  closedThrough: string | null;
  /** The last year whose closing is approved, such as `2025`. */
  lastYear: string | null;
  /** True when days of the period have open exceptions. */
  hasOpenExceptions: boolean;
}

/** The reason for which the period cannot be closed now; undefined when it can. */
export function closeViolation(dates: PeriodDates, soFar: ClosedSoFar): AppError | undefined {
  const { booksBegan, lastCompletedDay, hasOpenExceptions } = soFar;
  const order = dates.kind === 'Month' ? monthViolation(dates, soFar) : yearViolation(dates, soFar);
  if (order) return order;
  if (dates.lastDay < booksBegan)
    return endOfDayErrors.PERIOD_BEFORE_BOOKS(`The books begin on ${booksBegan}; the period ends on ${dates.lastDay}.`);
  if (lastCompletedDay === null || dates.lastDay > lastCompletedDay) {
    const upTo =
      lastCompletedDay === null
        ? 'No end of day has been completed yet'
        : `The last completed end of day is that of ${lastCompletedDay}`;
    return endOfDayErrors.PERIOD_NOT_ENDED(`${upTo}; the period ends on ${dates.lastDay}.`);
  }
  return hasOpenExceptions ? endOfDayErrors.PERIOD_HAS_EXCEPTIONS() : undefined;
}

/** The first month that is closed closes everything before it. */
function monthViolation({ firstDay, lastDay }: PeriodDates, { closedThrough }: ClosedSoFar): AppError | undefined {
  if (closedThrough === null) return undefined;
  if (lastDay <= closedThrough) return endOfDayErrors.PERIOD_CLOSED(`The books are closed up to ${closedThrough}.`);
  const next = addDays(closedThrough, 1);
  return firstDay > next
    ? endOfDayErrors.PERIOD_OUT_OF_ORDER(
        `The books are closed up to ${closedThrough}; close the month of ${next} first.`,
      )
    : undefined;
}

/** A year may be closed after later months, because its audit takes time. */
function yearViolation({ period }: PeriodDates, { lastYear }: ClosedSoFar): AppError | undefined {
  if (lastYear === null) return undefined;
  if (period <= lastYear) return endOfDayErrors.PERIOD_CLOSED(`The years up to ${lastYear} are closed.`);
  const next = String(Number(lastYear) + 1);
  return period > next ? endOfDayErrors.PERIOD_OUT_OF_ORDER(`Close the year ${next} first.`) : undefined;
}
