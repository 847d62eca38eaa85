import { ANY_STAFF } from '../../common/http/endpoint.decorator';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';

/** The permission of a route, and whether it needs a recent proof. */
export interface RouteDemands {
  /** The permission of the route, or `ANY_STAFF`. */
  permission: string;
  /** True where a recent proof is demanded. */
  stepUp: boolean;
}

/** The institution's rules for sessions. */
export interface SessionPolicy {
  /** Permissions that work only with a second factor. */
  secondFactorPermissions: ReadonlySet<string>;
  /** Age of a proof that still counts, in milliseconds. */
  stepUpValidityMs: number;
}

type ProvenSession = Pick<StaffSession, 'assurance' | 'steppedUpAt'>;

/**
 * The proof that a session lacks for a route (docs/api/staff-sessions.md#step-up); undefined when it lacks none.
 */
export function missingProof(
  { assurance, steppedUpAt }: ProvenSession,
  { permission, stepUp }: RouteDemands,
  { secondFactorPermissions, stepUpValidityMs }: SessionPolicy,
  now: Date,
): 'second-factor' | 'step-up' | undefined {
  if (permission !== ANY_STAFF && assurance === 'password' && secondFactorPermissions.has(permission))
    return 'second-factor';
  const isRecent = steppedUpAt !== null && now.getTime() - steppedUpAt.getTime() < stepUpValidityMs;
  return stepUp && !isRecent ? 'step-up' : undefined;
}

/**
 * The permissions that a session can use. Those that need a second factor are left out without one, because some
 * handlers look further permissions up than the one of their route.
 */
export function usablePermissions(
  permissions: ReadonlySet<string>,
  { assurance }: ProvenSession,
  { secondFactorPermissions }: SessionPolicy,
): ReadonlySet<string> {
  if (assurance === 'second-factor' || secondFactorPermissions.size === 0) return permissions;
  return new Set([...permissions].filter((permission) => !secondFactorPermissions.has(permission)));
}
