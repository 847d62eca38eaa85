import { addDays, isCalendarDate } from './calendar';

const SATURDAY = 6;
const SUNDAY = 0;

/** The dates of a setting such as `2026-12-25, 2026-12-26`; undefined when one of them is no date. */
export function parseDates(text: string): ReadonlySet<string> | undefined {
  const dates = text.split(',').map((date) => date.trim());
  return dates.every(isCalendarDate) ? new Set(dates) : undefined;
}

/** The date so many working days after a date; Saturdays, Sundays and the holidays are none. */
export function addWorkingDays(date: string, days: number, holidays: ReadonlySet<string>): string {
  let at = date;
  for (let left = days; left > 0;) {
    at = addDays(at, 1);
    const weekday = new Date(`${at}T00:00:00Z`).getUTCDay();
    if (weekday !== SATURDAY && weekday !== SUNDAY && !holidays.has(at)) left -= 1;
  }
  return at;
}
