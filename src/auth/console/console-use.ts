import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { Clock } from '../../common/time/clock';
import type { StaffSession } from '../../institutions/staff/sessions/staff-session.entity';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { isIdle, tokenStanding } from './console-time';

/** Accuracy of the stored time of activity, in milliseconds. */
const ACTIVITY_ACCURACY_MS = 15_000;

/** The facts of one request in a session. */
interface SessionRequest {
  /** The claim `since` of its token. */
  since: number | undefined;
  /** True when no person caused the request. */
  isBackground: boolean;
  /** Time without use after which the session ends, in milliseconds. */
  idleMs: number;
}

/** Ends console sessions that nobody uses, and keeps the time of their last use. Other sessions pass it unchanged. */
@Injectable()
export class ConsoleUse {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: StaffSessions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws UNAUTHORIZED (401) after the idle end, and for a token that was replaced
   */
  async assertLive(staffID: string, session: StaffSession, request: SessionRequest): Promise<void> {
    const { since, isBackground, idleMs } = request;
    const isNewest = tokenStanding(session, since, this.clock.now()) === 'newest';
    // Another process may have renewed the token.
    const known = isNewest ? session : await this.readAnew(staffID, session);
    const current = await this.assertUsed(staffID, known, idleMs);
    if (tokenStanding(current, since, this.clock.now()) === 'outdated') throw commonErrors.UNAUTHORIZED();
    if (!isBackground) await this.recordUse(current);
  }

  /**
   * Ends a session that nobody has used for so long.
   * @returns the session, read anew where the kept one seems idle: another process may know of a later use
   * @throws UNAUTHORIZED (401) after the idle end
   */
  async assertUsed(staffID: string, session: StaffSession, idleMs: number): Promise<StaffSession> {
    if (!isIdle(session, idleMs, this.clock.now())) return session;
    const fresh = await this.readAnew(staffID, session);
    if (!isIdle(fresh, idleMs, this.clock.now())) return fresh;
    await this.end(staffID, fresh);
    throw commonErrors.UNAUTHORIZED();
  }

  private async readAnew(staffID: string, { institutionId, id }: StaffSession): Promise<StaffSession> {
    const fresh = await this.sessions.find(institutionId, staffID, id, { isFresh: true });
    if (!fresh) throw commonErrors.UNAUTHORIZED();
    return fresh;
  }

  /** The end is stored, so that a longer setting cannot bring the session back. */
  private async end(staffID: string, { institutionId, id, staffId }: StaffSession): Promise<void> {
    const ending = { reason: 'idle' as const, by: null };
    await this.unitOfWork.run(institutionId, (tx) => this.sessions.end(tx, { institutionId, id: staffId }, id, ending));
    this.sessions.forget(institutionId, staffID, id);
  }

  private async recordUse(session: StaffSession): Promise<void> {
    const { institutionId, id, lastActiveAt } = session;
    const now = this.clock.now();
    if (lastActiveAt === null || now.getTime() - lastActiveAt.getTime() < ACTIVITY_ACCURACY_MS) return;
    // The session is the kept one, so that requests at the same time do not write too.
    session.lastActiveAt = now;
    try {
      await this.unitOfWork.run(institutionId, (tx) => this.sessions.recordActivity(tx, institutionId, id));
    } catch (error) {
      session.lastActiveAt = lastActiveAt;
      throw error;
    }
  }
}
