/** How long before its end a session is announced to end. */
export const WARNING_MS = 120_000;

/**
 * The milliseconds until a session ends, when it is time to say so; undefined before. A session ends when nobody has
 * used it for a while, and at its absolute end.
 */
export function endingIn(
  ends: { idleEndsAt: string | null; endsAt: string | null },
  nowMs: number,
): { leftMs: number; canExtend: boolean } | undefined {
  const idle = ends.idleEndsAt ? Date.parse(ends.idleEndsAt) : Infinity;
  const absolute = ends.endsAt ? Date.parse(ends.endsAt) : Infinity;
  const leftMs = Math.min(idle, absolute) - nowMs;
  return leftMs > WARNING_MS ? undefined : { leftMs: Math.max(0, leftMs), canExtend: idle < absolute };
}
