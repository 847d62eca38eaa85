const DAY_MS = 86_400_000;
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Building a formatter costs about a thousand times as much as using it, and an installation has few time zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    // Locale, calendar and digits are fixed so that the host's settings cannot change the order of the fields.
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** The local time in the zone, as `YYYY-MM-DDTHH:MM:SS`. */
export function wallClock(instant: Date, timeZone: string): string {
  // `format` and a regular expression take half the time of `formatToParts`; this runs for every posting.
  const text = formatterFor(timeZone).format(instant);
  return text.replace(/^(\d+)\/(\d+)\/(\d+), (.*)$/, (_, month: string, day: string, year: string, time: string) => {
    return `${year.padStart(4, '0')}-${month}-${day}T${time}`;
  });
}

/** Milliseconds by which the zone's local time is ahead of UTC at an instant of whole seconds. */
function offsetMs(instant: Date, timeZone: string): number {
  return Date.parse(`${wallClock(instant, timeZone)}Z`) - instant.getTime();
}

/** Milliseconds of the date's midnight in UTC. */
function utcMidnight(date: string): number {
  if (!isCalendarDate(date)) throw new RangeError('Not a calendar date (YYYY-MM-DD).');
  return Date.parse(`${date}T00:00:00Z`);
}

/**
 * The calendar date in a time zone at an instant.
 *
 * @param timeZone IANA name, such as `Africa/Lagos`.
 * @returns `YYYY-MM-DD`.
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function calendarDate(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).slice(0, 10);
}

/**
 * @returns true when a value is the text of an existing day, `YYYY-MM-DD`, in the years 0001 to 9999. Year 0000 is
 * refused because PostgreSQL has no such year.
 */
export function isCalendarDate(text: unknown): boolean {
  if (typeof text !== 'string' || !CALENDAR_DATE.test(text) || text.startsWith('0000')) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  // Arithmetic instead of Date, which reads 30 February as 1 March and would have to be formatted again to compare.
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(text);
}

/**
 * The date a number of days later, or earlier when `days` is negative.
 *
 * @param date `YYYY-MM-DD`.
 * @param days a whole number.
 * @returns `YYYY-MM-DD`.
 * @throws RangeError when `date` is not a date, `days` is not whole, or the result is outside the years 0001 to 9999.
 */
export function addDays(date: string, days: number): string {
  if (!Number.isInteger(days)) throw new RangeError('The number of days must be whole.');
  // An instant out of range makes toISOString throw a RangeError, and years beyond 9999 do not fit the date format.
  const moved = new Date(utcMidnight(date) + days * DAY_MS).toISOString().split('T')[0];
  if (!isCalendarDate(moved)) throw new RangeError('The resulting date is outside the years 0001 to 9999.');
  return moved as string;
}

/**
 * The same day a number of months later, or earlier when `months` is negative; the month's last day where it has no
 * such day, so 31 January and one month is 28 or 29 February.
 *
 * @param date `YYYY-MM-DD`.
 * @param months a whole number.
 * @returns `YYYY-MM-DD`.
 * @throws RangeError when `date` is not a date, `months` is not whole, or the result is outside the years 0001 to 9999.
 */
export function addMonths(date: string, months: number): string {
  if (!Number.isInteger(months)) throw new RangeError('The number of months must be whole.');
  if (!isCalendarDate(date)) throw new RangeError('Not a calendar date (YYYY-MM-DD).');
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const year = Math.floor(index / 12);
  if (year < 1 || year > 9999) throw new RangeError('The resulting date is outside the years 0001 to 9999.');
  const month = `${String(year).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
  const day = Math.min(Number(date.slice(8)), daysInMonth(`${month}-01`));
  return `${month}-${String(day).padStart(2, '0')}`;
}

/**
 * The days from one date to another; negative when `to` is the earlier.
 *
 * @throws RangeError when one of them is not a date.
 */
export function daysBetween(from: string, to: string): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

/** Whole years from one date to another, as ages are counted: a year is over on its anniversary. */
export function fullYears(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}

/** @returns true when a year has a 29 February. */
export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/**
 * The number of days in the month of a date.
 * @param date `YYYY-MM-DD`.
 */
export function daysInMonth(date: string): number {
  const month = Number(date.slice(5, 7));
  if (month === 2) return isLeapYear(Number(date.slice(0, 4))) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * The first instant of a date in a time zone: local midnight, or the end of the gap where a clock change skips
 * midnight.
 *
 * @param date `YYYY-MM-DD`.
 * @param timeZone IANA name.
 * @throws RangeError when `date` is not a date or the zone is unknown.
 */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = utcMidnight(date);
  // A zone changes its offset at most once within these two days, so local midnight is at one of the two offsets.
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetMs(new Date(at), timeZone));
  const candidates = offsets.map((offset) => new Date(midnight - offset)).sort((a, b) => a.getTime() - b.getTime());
  const first = candidates.find((candidate) => calendarDate(candidate, timeZone) >= date);
  if (first === undefined) throw new RangeError('The date has no first instant in this time zone.');
  return first;
}
