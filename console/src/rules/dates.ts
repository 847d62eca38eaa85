const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A calendar day of the API, `2026-11-24`, as `24 Nov 2026`. */
export function day(date: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '');
  return match ? `${Number(match[3])} ${MONTHS[Number(match[2]) - 1]} ${match[1]}` : '–';
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, made);
  return made;
}

/** A point in time as `24 Nov 2026, 15:04`, in the institution's time zone. */
export function when(instant: string | null | undefined, zone: string): string {
  if (!instant) return '–';
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(new Date(instant))
      .map((part) => [part.type, part.value]),
  );
  return `${day(`${parts.year}-${parts.month}-${parts.day}`)}, ${parts.hour}:${parts.minute}`;
}

/** A point in time as an input for date and time holds it, `2026-11-24T15:04`, in the institution's time zone. */
export function zonedText(instant: string, zone: string): string {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(new Date(instant))
      .map((part) => [part.type, part.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** The point in time of such an input. */
export function instantOf(text: string, zone: string): string {
  const asUtc = Date.parse(`${text}Z`);
  const offsetAt = (ms: number): number => Date.parse(`${zonedText(new Date(ms).toISOString(), zone)}Z`) - ms;
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first)).toISOString();
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time from `instant` to `nowMs` in its largest unit: `3 min`, `4 h`, `12 d`. */
export function age(instant: string | null | undefined, nowMs: number): string {
  if (!instant) return '–';
  const passed = Math.max(0, nowMs - new Date(instant).getTime());
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min`;
  if (passed < 2 * DAY_MS) return `${Math.floor(passed / HOUR_MS)} h`;
  return `${Math.floor(passed / DAY_MS)} d`;
}

/** The day `days` later, or earlier where negative. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
