import type { AppError } from '../../common/errors/app-error';
import { addDays } from '../../common/time/calendar';
import { endOfDayErrors } from '../end-of-day.errors';
import type { PeriodDates } from './period-dates';

/** What the institution has closed so far. */
export interface ClosedSoFar {
  /** The first day that the books know: that of the first value date, or that on which the institution was set up. */
  booksBegan: string;
  /** The last business date whose end of day is completed; null before the first. */
  lastCompletedDay: string | null;
  closedThrough: string | null;
  /** The last year whose closing was approved, such as `2025`. */
  lastYear: string | null;
  /** Days of the period have rows that their end of day could not go through. */
  hasOpenExceptions: boolean;
}

/** Why the period cannot be closed as things stand; undefined when it can. */
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

/** The first month that is ever closed takes everything before it along. */
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

/** A year may be closed when months after it are: auditors take their time. */
function yearViolation({ period }: PeriodDates, { lastYear }: ClosedSoFar): AppError | undefined {
  if (lastYear === null) return undefined;
  if (period <= lastYear) return endOfDayErrors.PERIOD_CLOSED(`The years up to ${lastYear} are closed.`);
  const next = String(Number(lastYear) + 1);
  return period > next ? endOfDayErrors.PERIOD_OUT_OF_ORDER(`Close the year ${next} first.`) : undefined;
}
