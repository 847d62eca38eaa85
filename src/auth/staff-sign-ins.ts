import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../common/audit/audit-log';
import { randomToken } from '../common/crypto/digest';
import { hashPassword, verifyPassword } from '../common/crypto/password-hash';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { attemptSource } from '../common/http/client-address';
import { Clock } from '../common/time/clock';
import type { StaffSession } from '../institutions/staff/sessions/staff-session.entity';
import { StaffSessions } from '../institutions/staff/sessions/staff-sessions';
import { Staff } from '../institutions/staff/staff.entity';
import { StaffMembers } from '../institutions/staff/staff-members';
import { AttemptLimiter } from './attempt-limiter';
import { authErrors } from './auth.errors';
import { SecondFactors } from './second-factor/second-factors';
import type { SignInBody } from './session.dto';
import { SessionBeginnings, type SessionKind } from './session-beginnings';
import { type CodeCheck, decideSignIn, type SignInDecision } from './sign-in-decision';
import { SignInFailures } from './sign-in-failures';
import type { SignInOrigin } from './sign-in-origin';
import { UnknownSignIns } from './unknown-sign-ins';

const FAILURES_ALLOWED_PER_MINUTE = 100;

/** Minimum time of a refusal, so that timing does not reveal whether an address exists. */
const SHORTEST_REFUSAL_MS = 250;

/** An accepted sign-in: its member and its session. */
export interface SignedIn {
  member: Staff;
  session: StaffSession;
}

/** The decision of one attempt; with a session when it was accepted. */
interface Settled {
  outcome: SignInDecision['outcome'];
  accepted?: SignedIn;
}

/** Sign-ins by password and code, for programs and for the console (docs/api/authentication.md#staff-sign-in). */
@Injectable()
export class StaffSignIns {
  private readonly limiter = new AttemptLimiter(FAILURES_ALLOWED_PER_MINUTE);
  private decoyHash: Promise<string> | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly beginnings: SessionBeginnings,
    private readonly secondFactors: SecondFactors,
    private readonly failures: SignInFailures,
    private readonly audit: AuditLog,
    private readonly unknownSignIns: UnknownSignIns,
  ) {}

  /**
   * Every refusal takes the same time and counts.
   * @throws SIGN_IN_REFUSED, SECOND_FACTOR_CODE_REQUIRED (401), TOO_MANY_ATTEMPTS (429)
   */
  async signIn(body: SignInBody, origin: SignInOrigin, kind: SessionKind): Promise<SignedIn> {
    const source = attemptSource(origin.source);
    this.limiter.assertAllowed(source);
    const startedAt = performance.now();
    const member = await this.members.findByEmail(body.email);
    const passwordMatches = await verifyPassword(member?.passwordHash ?? (await this.decoy()), body.password);
    if (!member) this.unknownSignIns.record(source);
    const settled = member?.passwordHash
      ? await this.settle(member, passwordMatches, body.code, { origin, kind })
      : undefined;
    if (settled?.accepted) return settled.accepted;
    if (settled?.outcome !== 'code-missing') this.limiter.recordFailure(source);
    await sleep(SHORTEST_REFUSAL_MS - (performance.now() - startedAt));
    throw settled?.outcome === 'code-missing' ? authErrors.SECOND_FACTOR_CODE_REQUIRED() : authErrors.SIGN_IN_REFUSED();
  }

  /** Decides and counts with the member locked, so that parallel attempts count like attempts in a row. */
  private async settle(
    { institutionId, id, passwordHash }: Staff,
    passwordMatched: boolean,
    code: string | undefined,
    { origin, kind }: { origin: SignInOrigin; kind: SessionKind },
  ): Promise<Settled> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const member = await tx.findOneOrFail(Staff, {
        where: { institutionId, id },
        lock: { mode: 'pessimistic_write' },
      });
      // The password may have been replaced while the old one was being checked.
      const passwordMatches = passwordMatched && member.passwordHash === passwordHash;
      const checked = passwordMatches ? await this.secondFactors.check(tx, member, code) : 'not-checked';
      const network = attemptSource(origin.source);
      const decision = await this.decide(tx, member, passwordMatches, checked, network);
      await this.failures.store(tx, member, network, decision);
      if (decision.outcome !== 'accepted') {
        await this.recordFailure(tx, member, decision, origin);
        return { outcome: decision.outcome };
      }
      const assurance = checked === 'right' ? 'second-factor' : 'password';
      const session = await this.beginnings.begin(tx, member, assurance, origin, kind);
      return { outcome: 'accepted', accepted: { member, session } };
    });
  }

  private async decide(
    tx: Tx,
    member: Staff,
    passwordMatches: boolean,
    code: CodeCheck,
    network: string,
  ): Promise<SignInDecision> {
    const attempt = {
      status: member.status,
      passwordMatches,
      code,
      isKnownNetwork: await this.sessions.isKnownNetwork(tx, member, network),
      ...(await this.failures.read(tx, member, network)),
    };
    return decideSignIn(attempt, this.clock.now());
  }

  private async recordFailure(
    tx: Tx,
    { institutionId, staffID }: Staff,
    { outcome, network }: SignInDecision,
    { source, correlationId }: SignInOrigin,
  ): Promise<void> {
    const actor = `staff:${staffID}`;
    await this.audit.record(
      tx,
      { institutionId, actor, correlationId, address: source },
      {
        action: 'staff.sign-in-refused',
        subject: actor,
        details: { reason: outcome, failedSignIns: network.failures, lockedUntil: network.lockedUntil },
      },
    );
  }

  /** A hash of a random password, checked for unknown addresses. */
  private decoy(): Promise<string> {
    this.decoyHash ??= hashPassword(randomToken(16));
    return this.decoyHash;
  }
}
