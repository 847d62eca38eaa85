import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { shortLivedCache } from '../../../common/cache/short-lived-cache';
import { AppConfig } from '../../../common/config/app-config';
import { IdAllocator } from '../../../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { commonErrors } from '../../../common/errors/common.errors';
import { attemptSource } from '../../../common/http/client-address';
import { Clock } from '../../../common/time/clock';
import type { Staff } from '../staff.entity';
import { type AssuranceLevel, type SessionEnd, StaffSession } from './staff-session.entity';

/** Cache lifetime: a session that another process ended is refused after at most this time. */
const STALE_AFTER_MS = 20_000;
const CACHED_SESSIONS = 20_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A network from which the member signed in this recently is known. */
const KNOWN_FOR_MS = 30 * DAY_MS;

const USER_AGENT_MAX_LENGTH = 200;

/** Wrong proofs in a row that end a session. */
const WRONG_PROOFS_ALLOWED = 5;

type MemberId = Pick<Staff, 'institutionId' | 'id'>;

/** The program from which somebody signs in. */
export interface SessionOrigin {
  /** IP address of the caller. */
  address: string;
  userAgent: string;
}

/** The end of sessions: its reason, and its author as in audit columns. */
export interface SessionEnding {
  reason: SessionEnd;
  by: string | null;
}

/** The sessions of staff (docs/api/staff-sessions.md#sessions). */
@Injectable()
export class StaffSessions {
  private readonly cache = shortLivedCache<StaffSession>({ ttlMs: STALE_AFTER_MS, max: CACHED_SESSIONS });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * Begins a session. A sign-in is a proof too, so the session counts as stepped up.
   * @param consoleHours the longest duration of a session of the console, which ends earlier when nobody uses it;
   *   other sessions end with their one token.
   */
  async begin(
    tx: Tx,
    { institutionId, id: staffId }: MemberId,
    { address, userAgent }: SessionOrigin,
    assurance: AssuranceLevel,
    { consoleHours }: { consoleHours?: number } = {},
  ): Promise<StaffSession> {
    const now = this.clock.now();
    const isConsole = consoleHours !== undefined;
    const validityMs = isConsole ? consoleHours * HOUR_MS : this.config.staffTokenValiditySec * 1000;
    const session: StaffSession = {
      institutionId,
      id: await this.ids.next(),
      staffId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + validityMs),
      address,
      network: attemptSource(address),
      userAgent: userAgent.slice(0, USER_AGENT_MAX_LENGTH),
      assurance,
      steppedUpAt: now,
      lastActiveAt: isConsole ? now : null,
      tokenSince: isConsole ? now : null,
      wrongProofs: 0,
      endedAt: null,
      endedBy: null,
      endReason: null,
    };
    await tx.insert(StaffSession, session);
    return session;
  }

  /**
   * The session of a token, cached briefly, because every request needs it.
   * @param isFresh reads it anew, before it is refused for a proof that may have been given to another process.
   * @returns undefined for a session that is unknown, has ended or has expired.
   */
  async find(
    institutionId: number,
    staffID: string,
    sessionId: number,
    { isFresh = false } = {},
  ): Promise<StaffSession | undefined> {
    const key = cacheKey(institutionId, staffID, sessionId);
    if (isFresh) this.cache.delete(key);
    const session = await this.cache.fetch(key, { context: () => this.read(institutionId, sessionId) });
    return session?.endedAt === null && session.expiresAt > this.clock.now() ? session : undefined;
  }

  /** Call it after a change of one session is committed. */
  forget(institutionId: number, staffID: string, sessionId: number): void {
    this.cache.delete(cacheKey(institutionId, staffID, sessionId));
  }

  /** Call it after a change of a member's sessions is committed. */
  forgetMember(institutionId: number, staffID: string): void {
    const prefix = cacheKey(institutionId, staffID, '');
    for (const key of [...this.cache.keys()]) if (key.startsWith(prefix)) this.cache.delete(key);
  }

  /** Call it after a change of the sessions of many members is committed. */
  forgetAll(): void {
    this.cache.clear();
  }

  /** @returns true when the member has signed in from this network within the last 30 days. */
  async isKnownNetwork(tx: Tx, { institutionId, id: staffId }: MemberId, network: string): Promise<boolean> {
    const since = MoreThan(new Date(this.clock.now().getTime() - KNOWN_FOR_MS));
    return tx.existsBy(StaffSession, { institutionId, staffId, network, createdAt: since });
  }

  /** Ends one session of the member. @returns false when it is not the member's or has ended already. */
  async end(tx: Tx, member: MemberId, sessionId: number, ending: SessionEnding): Promise<boolean> {
    return (await this.endWhere(tx, member, sessionId, ending)) > 0;
  }

  /** Ends all sessions of the member. @returns their number. */
  async endAll(tx: Tx, member: MemberId, ending: SessionEnding): Promise<number> {
    return this.endWhere(tx, member, undefined, ending);
  }

  /**
   * Records a right proof, which raises the assurance of the session when it was a code. A console session needs a new
   * token then: whoever holds the earlier one has not proved anything.
   */
  async stepUp(tx: Tx, { institutionId, id, tokenSince }: StaffSession, assurance: AssuranceLevel): Promise<Date> {
    const steppedUpAt = this.clock.now();
    const renewal = tokenSince && { tokenSince: steppedUpAt, lastActiveAt: steppedUpAt };
    await tx.update(StaffSession, { institutionId, id }, { steppedUpAt, assurance, wrongProofs: 0, ...renewal });
    return steppedUpAt;
  }

  /** Records that a person uses a console session, unless a later use is stored or the session has ended. */
  async recordActivity(tx: Tx, institutionId: number, id: number): Promise<void> {
    const now = this.clock.now();
    await tx.update(
      StaffSession,
      { institutionId, id, endedAt: IsNull(), lastActiveAt: LessThan(now) },
      { lastActiveAt: now },
    );
  }

  /**
   * Locks a session for a proof, so that parallel proofs wait for each other and each of them counts.
   * @throws UNAUTHORIZED (401) when it has ended
   */
  async lock(tx: Tx, institutionId: number, id: number): Promise<StaffSession> {
    const session = await tx.findOne(StaffSession, {
      where: { institutionId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!session || session.endedAt) throw commonErrors.UNAUTHORIZED();
    return session;
  }

  /** Counts a wrong proof; the fifth in a row ends the session, so that a stolen token is no way to guess. */
  async recordWrongProof(tx: Tx, { institutionId, id, wrongProofs }: StaffSession): Promise<void> {
    const count = wrongProofs + 1;
    const ending = { endedAt: this.clock.now(), endReason: 'wrong-proofs' as const };
    await tx.update(
      StaffSession,
      { institutionId, id },
      { wrongProofs: count, ...(count >= WRONG_PROOFS_ALLOWED ? ending : {}) },
    );
  }

  /**
   * After a change of the member's second factor: sessions must prove themselves anew.
   * @param except the session that keeps its proof; default: none.
   */
  async demandProof(tx: Tx, { institutionId, id: staffId }: MemberId, except?: number): Promise<void> {
    await tx.update(
      StaffSession,
      { institutionId, staffId, endedAt: IsNull(), ...(except === undefined ? {} : { id: Not(except) }) },
      { steppedUpAt: null, assurance: 'password' },
    );
  }

  private async endWhere(
    tx: Tx,
    { institutionId, id: staffId }: MemberId,
    sessionId: number | undefined,
    { reason, by }: SessionEnding,
  ): Promise<number> {
    const now = this.clock.now();
    const { affected } = await tx.update(
      StaffSession,
      {
        institutionId,
        staffId,
        endedAt: IsNull(),
        expiresAt: MoreThan(now),
        ...(sessionId === undefined ? {} : { id: sessionId }),
      },
      { endedAt: now, endedBy: by, endReason: reason },
    );
    return affected ?? 0;
  }

  private async read(institutionId: number, id: number): Promise<StaffSession | undefined> {
    const found = await this.unitOfWork.read(institutionId, (tx) => tx.findOneBy(StaffSession, { institutionId, id }));
    return found ?? undefined;
  }
}

function cacheKey(institutionId: number, staffID: string, sessionId: number | ''): string {
  return `${institutionId}|${staffID}|${sessionId}`;
}
