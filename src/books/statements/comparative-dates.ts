import { addDays, addMonths } from '../../common/time/calendar';

/** The first day of the date's year. */
export function firstOfYear(date: string): string {
  return `${date.slice(0, 4)}-01-01`;
}

/** The last day of the month before, and that of the year before. */
export function comparativeDates(date: string): [previousMonthEnd: string, previousYearEnd: string] {
  return [addDays(`${date.slice(0, 8)}01`, -1), addDays(firstOfYear(date), -1)];
}

/** The date so many months before; the last day of a month stays the last one. */
export function monthsBefore(date: string, months: number): string {
  const isMonthEnd = addDays(date, 1).endsWith('-01');
  if (!isMonthEnd) return addMonths(date, -months);
  return addDays(addMonths(addDays(date, 1), -months), -1);
}
