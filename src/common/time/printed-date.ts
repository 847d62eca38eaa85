const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A date as every document for people prints it: `03 Feb 2026`. Files for programs keep `2026-02-03`.
 * @param date `YYYY-MM-DD`.
 */
export function printedDate(date: string): string {
  return `${date.slice(8, 10)} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/**
 * A time as documents print it: `03 Feb 2026, 14:05:09`.
 * @param time local time, `YYYY-MM-DD HH:MM:SS` or with a `T` between date and time; without seconds they are left out.
 */
export function printedTime(time: string): string {
  return `${printedDate(time)}, ${time.slice(11)}`;
}

/** The period from one date to another as documents print it. */
export function printedPeriod({ from, to }: { from: string; to: string }): string {
  return `${printedDate(from)} to ${printedDate(to)}`;
}
