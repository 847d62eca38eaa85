import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';

/**
 * How long the token that a step-up has replaced is still taken, for requests that were on their way. It has no proof.
 */
const REPLACED_TOKEN_VALID_MS = 30_000;

/** The standing of a session's token: the newest one, one that was replaced a moment ago, or an older one. */
export type TokenStanding = 'newest' | 'replaced' | 'outdated';

/** True for a session of the console, whose token is in a cookie. */
export function isConsoleSession({ lastActiveAt }: Pick<StaffSession, 'lastActiveAt'>): boolean {
  return lastActiveAt !== null;
}

/** The time at which a console session ends unless a person uses it; null for other sessions. */
export function idleEndOf({ lastActiveAt }: Pick<StaffSession, 'lastActiveAt'>, idleMs: number): Date | null {
  return lastActiveAt && new Date(lastActiveAt.getTime() + idleMs);
}

/** True for a console session that nobody has used for so long. */
export function isIdle(session: Pick<StaffSession, 'lastActiveAt'>, idleMs: number, now: Date): boolean {
  const end = idleEndOf(session, idleMs);
  return end !== null && now >= end;
}

/**
 * The standing of a token of a session.
 * @param issuedAt the claim `since` of the token, in milliseconds since 1970; undefined without one.
 */
export function tokenStanding(
  { tokenSince }: Pick<StaffSession, 'tokenSince'>,
  issuedAt: number | undefined,
  now: Date,
): TokenStanding {
  const newest = tokenSince?.getTime();
  if (newest === issuedAt) return 'newest';
  return newest !== undefined && now.getTime() - newest < REPLACED_TOKEN_VALID_MS ? 'replaced' : 'outdated';
}
