import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error';
import { commonErrors } from '../../common/errors/common.errors';
import type { StaffActor } from '../../common/http/actor';
import { ANY_STAFF } from '../../common/http/endpoint.decorator';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { StaffAccess } from '../../institutions/staff/staff-access';
import {
  CONSOLE_IDLE_MINUTES,
  readPermissions,
  SECOND_FACTOR_PERMISSIONS,
  STEP_UP_VALIDITY_MINUTES,
} from '../auth.settings';
import { idleEndOf, isConsoleSession, tokenStanding } from '../console/console-time';
import { ConsoleUse } from '../console/console-use';
import { isOutdated, type TokenClaims } from '../token-claims';
import { missingProof, type RouteDemands, type SessionPolicy, usablePermissions } from './session-demands';
import { SessionUse } from './session-use';

const MINUTE_MS = 60_000;
const KEYS = [SECOND_FACTOR_PERMISSIONS, STEP_UP_VALIDITY_MINUTES, CONSOLE_IDLE_MINUTES] as const;

/** How a member of staff shows the token of a request. */
export interface StaffRequest {
  /** True for the cookie of the console, false for `Authorization`: a session is used in the way it was begun. */
  isConsole: boolean;
  /** True when no person caused the request. */
  isBackground: boolean;
}

/** The rights of a member whose request goes on, and the ends of the session. */
export interface PresentStaff {
  permissions: ReadonlySet<string>;
  endsAt: Date;
  /** Null for a session without an idle end. */
  idleEndsAt: Date | null;
}

/** A token that was replaced has not seen the proof that replaced it. @throws UNAUTHORIZED (401) for an older one */
function provenBy(session: StaffSession, since: number | undefined, now: Date): StaffSession {
  const standing = tokenStanding(session, since, now);
  if (standing === 'outdated') throw commonErrors.UNAUTHORIZED();
  return standing === 'newest' ? session : { ...session, assurance: 'password', steppedUpAt: null };
}

/**
 * Admits staff to routes: the member is active, the session is alive, the permission is held, and the proofs of the
 * session are those that the route and the institution demand.
 */
@Injectable()
export class StaffGate {
  constructor(
    private readonly access: StaffAccess,
    private readonly sessions: StaffSessions,
    private readonly settings: InstitutionSettings,
    private readonly use: SessionUse,
    private readonly consoleUse: ConsoleUse,
    private readonly clock: Clock,
  ) {}

  /** @throws UNAUTHORIZED (401), PERMISSION_DENIED, SECOND_FACTOR_REQUIRED, STEP_UP_REQUIRED (403) */
  async admit(
    { institutionId, sub, sid = 0, secretChangedAt, since }: TokenClaims,
    route: RouteDemands,
    { isConsole, isBackground }: StaffRequest,
  ): Promise<StaffActor> {
    const rights = await this.access.find(institutionId, sub);
    if (!rights?.isActive || isOutdated(secretChangedAt, rights.passwordChangedAt)) throw commonErrors.UNAUTHORIZED();
    const session = await this.sessions.find(institutionId, sub, sid);
    if (session?.staffId !== rights.id || isConsoleSession(session) !== isConsole) throw commonErrors.UNAUTHORIZED();
    const policy = await this.policy(institutionId);
    await this.consoleUse.assertLive(sub, session, { since, isBackground, idleMs: policy.idleMs });
    if (route.permission !== ANY_STAFF && !rights.permissions.has(route.permission))
      throw commonErrors.PERMISSION_DENIED();
    const proven = await this.assertProven(sub, session, route, { ...policy, since });
    this.use.record(institutionId, sid);
    return {
      kind: 'staff',
      institutionId,
      id: sub,
      permissions: usablePermissions(rights.permissions, proven, policy),
      sessionId: sid,
    };
  }

  /**
   * Looks again at a member whose request goes on, as a stream does. It counts as no use of the session.
   * @returns undefined when the session or the member's right to sign in has ended
   */
  async present({ institutionId, id, sessionId = 0 }: StaffActor): Promise<PresentStaff | undefined> {
    const rights = await this.access.find(institutionId, id);
    const known = await this.sessions.find(institutionId, id, sessionId);
    if (!rights?.isActive || known?.staffId !== rights.id) return undefined;
    const policy = await this.policy(institutionId);
    try {
      const session = await this.consoleUse.assertUsed(id, known, policy.idleMs);
      const permissions = usablePermissions(rights.permissions, session, policy);
      return { permissions, endsAt: session.expiresAt, idleEndsAt: idleEndOf(session, policy.idleMs) };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  private async assertProven(
    staffID: string,
    session: StaffSession,
    route: RouteDemands,
    policy: SessionPolicy & { since: number | undefined },
  ): Promise<StaffSession> {
    const now = this.clock.now();
    const shown = provenBy(session, policy.since, now);
    if (missingProof(shown, route, policy, now) === undefined) return shown;
    // The proof may have been given to another process a moment ago.
    const fresh = await this.sessions.find(session.institutionId, staffID, session.id, { isFresh: true });
    if (!fresh) throw commonErrors.UNAUTHORIZED();
    const freshlyShown = provenBy(fresh, policy.since, now);
    const missing = missingProof(freshlyShown, route, policy, now);
    if (missing === 'second-factor') throw commonErrors.SECOND_FACTOR_REQUIRED();
    if (missing === 'step-up') throw commonErrors.STEP_UP_REQUIRED();
    return freshlyShown;
  }

  private async policy(institutionId: number): Promise<SessionPolicy & { idleMs: number }> {
    const values = await this.settings.getMany(institutionId, KEYS);
    return {
      secondFactorPermissions: readPermissions(values.SECOND_FACTOR_PERMISSIONS!),
      stepUpValidityMs: Number(values.STEP_UP_VALIDITY_MINUTES) * MINUTE_MS,
      idleMs: Number(values.CONSOLE_IDLE_MINUTES) * MINUTE_MS,
    };
  }
}
