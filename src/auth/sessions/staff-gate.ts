import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors/common.errors';
import type { StaffActor } from '../../common/http/actor';
import { ANY_STAFF } from '../../common/http/endpoint.decorator';
import { Clock } from '../../common/time/clock';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { StaffAccess } from '../../institutions/staff/staff-access';
import { readPermissions, SECOND_FACTOR_PERMISSIONS, STEP_UP_VALIDITY_MINUTES } from '../auth.settings';
import { isOutdated, type TokenClaims } from '../token-claims';
import { missingProof, type RouteDemands, type SessionPolicy, usablePermissions } from './session-demands';
import { SessionUse } from './session-use';

const MINUTE_MS = 60_000;

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
    private readonly clock: Clock,
  ) {}

  /** @throws UNAUTHORIZED (401), PERMISSION_DENIED, SECOND_FACTOR_REQUIRED, STEP_UP_REQUIRED (403) */
  async admit({ institutionId, sub, sid = 0, secretChangedAt }: TokenClaims, route: RouteDemands): Promise<StaffActor> {
    const rights = await this.access.find(institutionId, sub);
    if (!rights?.isActive || isOutdated(secretChangedAt, rights.passwordChangedAt)) throw commonErrors.UNAUTHORIZED();
    const session = await this.sessions.find(institutionId, sub, sid);
    if (session?.staffId !== rights.id) throw commonErrors.UNAUTHORIZED();
    if (route.permission !== ANY_STAFF && !rights.permissions.has(route.permission))
      throw commonErrors.PERMISSION_DENIED();
    const policy = await this.policy(institutionId);
    const proven = await this.assertProven(sub, session, route, policy);
    this.use.record(institutionId, sid);
    return {
      kind: 'staff',
      institutionId,
      id: sub,
      permissions: usablePermissions(rights.permissions, proven, policy),
      sessionId: sid,
    };
  }

  private async assertProven(
    staffID: string,
    session: StaffSession,
    route: RouteDemands,
    policy: SessionPolicy,
  ): Promise<StaffSession> {
    const now = this.clock.now();
    if (missingProof(session, route, policy, now) === undefined) return session;
    // The proof may have been given to another process a moment ago.
    const fresh = await this.sessions.find(session.institutionId, staffID, session.id, { isFresh: true });
    if (!fresh) throw commonErrors.UNAUTHORIZED();
    const missing = missingProof(fresh, route, policy, now);
    if (missing === 'second-factor') throw commonErrors.SECOND_FACTOR_REQUIRED();
    if (missing === 'step-up') throw commonErrors.STEP_UP_REQUIRED();
    return fresh;
  }

  private async policy(institutionId: number): Promise<SessionPolicy> {
    const values = await this.settings.getMany(institutionId, [SECOND_FACTOR_PERMISSIONS, STEP_UP_VALIDITY_MINUTES]);
    return {
      secondFactorPermissions: readPermissions(values.SECOND_FACTOR_PERMISSIONS!),
      stepUpValidityMs: Number(values.STEP_UP_VALIDITY_MINUTES) * MINUTE_MS,
    };
  }
}
