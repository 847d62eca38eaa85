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

/** What a clock on the wall in the zone shows, as `YYYY-MM-DDTHH:MM:SS`. */
function wallClock(instant: Date, timeZone: string): string {
  // `format` and a regular expression take half the time of `formatToParts`; this runs for every posting.
  const text = formatterFor(timeZone).format(instant);
  return text.replace(/^(\d+)\/(\d+)\/(\d+), (.*)$/, (_, month: string, day: string, year: string, time: string) => {
    return `${year.padStart(4, '0')}-${month}-${day}T${time}`;
  });
}

/** How far the zone's wall clock is ahead of UTC at an instant of whole seconds, in milliseconds. */
function offsetMs(instant: Date, timeZone: string): number {
  return Date.parse(`${wallClock(instant, timeZone)}Z`) - instant.getTime();
}

/** Milliseconds of the date's midnight in UTC. */
function utcMidnight(date: string): number {
  if (!isCalendarDate(date)) throw new RangeError('Not a calendar date (YYYY-MM-DD).');
  return Date.parse(`${date}T00:00:00Z`);
}

/**
 * The date on the calendar in a time zone at an instant.
 *
 * @param timeZone IANA name, such as `Africa/Lagos`.
 * @returns `YYYY-MM-DD`.
 * @throws RangeError for an unknown zone or an invalid instant.
 */
export function calendarDate(instant: Date, timeZone: string): string {
  return wallClock(instant, timeZone).slice(0, 10);
}

/**
 * Whether a value is the text of a day that exists, `YYYY-MM-DD`, in the years 0001 to 9999. Year 0000 is refused
 * because PostgreSQL has no such year.
 */
export function isCalendarDate(text: unknown): boolean {
  if (typeof text !== 'string' || !CALENDAR_DATE.test(text) || text.startsWith('0000')) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  // The parser turns 30 February into 1 March instead of refusing it, so the date has to come back unchanged.
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
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
 * The first instant of a date in a time zone: local midnight, or the end of the gap where a clock change skips midnight.
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
