const MINUTE_MS = 60_000;
/** Time of each query for a token after the payment: most tokens come within minutes, none after a day. */
const AFTER_PAYMENT_MS = [0.5, 2, 10, 60, 360, 1_440].map((minutes) => minutes * MINUTE_MS);

/** The time of the next query for a token; undefined when it is not expected any more. */
export function nextTokenQueryAt(paidAt: Date, now: Date): Date | undefined {
  const elapsedMs = now.getTime() - paidAt.getTime();
  const afterMs = AFTER_PAYMENT_MS.find((ms) => ms > elapsedMs);
  return afterMs === undefined ? undefined : new Date(paidAt.getTime() + afterMs);
}
