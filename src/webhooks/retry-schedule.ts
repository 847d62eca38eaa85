const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A delivery is tried for three days. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/** Pauses after the first attempts; later ones are 12 hours. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
const LAST_PAUSE_MS = 12 * HOUR_MS;

const ENDPOINT_FIRST_PAUSE_MS = SECOND_MS;
const ENDPOINT_LAST_PAUSE_MS = 10 * MINUTE_MS;

/**
 * The time of the next attempt, up to a tenth later than planned, so that what failed together is not tried together.
 * The last attempt is three days after the first.
 *
 * @param attempts how many have failed, from 1.
 * @param random from 0 to 1.
 * @returns undefined when the three days are over
 */
export function nextAttemptAt(attempts: number, firstAttemptAt: Date, now: Date, random: number): Date | undefined {
  const endMs = firstAttemptAt.getTime() + GIVE_UP_AFTER_MS;
  if (now.getTime() >= endMs) return undefined;
  const pauseMs = (PAUSES_MS[attempts - 1] ?? LAST_PAUSE_MS) * (1 + random / 10);
  return new Date(Math.min(now.getTime() + pauseMs, endMs));
}

/** Milliseconds for which nothing is sent to an endpoint that has accepted nothing for so many rounds, from 1. */
export function endpointPauseMs(failures: number): number {
  return Math.min(ENDPOINT_FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), ENDPOINT_LAST_PAUSE_MS);
}
