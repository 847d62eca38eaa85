const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function afterHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * HOUR_MS);
}

export function afterMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * MINUTE_MS);
}

/** A deadline with the instant at which it was met. */
export interface Deadline {
  dueAt: Date | null;
  metAt: Date | null;
}

/** True where a deadline has passed unmet. */
export function isMissed(deadlines: readonly Deadline[], now: Date): boolean {
  return deadlines.some(({ dueAt, metAt }) => dueAt !== null && metAt === null && dueAt < now);
}
