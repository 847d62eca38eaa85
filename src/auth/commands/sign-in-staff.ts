import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import { randomToken } from '../../common/crypto/digest';
import { hashPassword, verifyPassword } from '../../common/crypto/password-hash';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { attemptSource } from '../../common/http/client-address';
import { Clock } from '../../common/time/clock';
import { Staff } from '../../institutions/staff/staff.entity';
import { permissionsOf } from '../../institutions/staff/staff-access';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { AttemptLimiter } from '../attempt-limiter';
import { authErrors } from '../auth.errors';
import { AuthenticationLimits } from '../authentication-limits';
import type { SignInBody, StaffTokenView } from '../session.dto';
import { decideSignIn } from '../sign-in-decision';
import { TokenOutcome } from '../token-outcome';
import { Tokens } from '../tokens';

const FAILURES_ALLOWED_PER_MINUTE = 100;

/** Minimum time of a refusal, so that timing does not reveal whether an address exists. */
const SHORTEST_REFUSAL_MS = 250;

/** The origin of an attempt. */
export interface SignInOrigin {
  /** IP address of the caller. */
  source: string;
  correlationId: string;
}

/** Signs a member of staff in to the portal (docs/api/authentication.md#staff-sign-in). */
export class SignInStaff extends Command<TokenOutcome<StaffTokenView>> {
  constructor(
    readonly body: SignInBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(SignInStaff)
export class SignInStaffHandler implements ICommandHandler<SignInStaff> {
  private readonly limiter = new AttemptLimiter(FAILURES_ALLOWED_PER_MINUTE);
  private decoyHash: Promise<string> | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly members: StaffMembers,
    private readonly audit: AuditLog,
    private readonly tokens: Tokens,
    private readonly limits: AuthenticationLimits,
  ) {}

  async execute({ body, origin }: SignInStaff): Promise<TokenOutcome<StaffTokenView>> {
    const source = attemptSource(origin.source);
    this.limits.admit(source);
    this.limiter.assertAllowed(source);
    const startedAt = performance.now();
    const member = await this.members.findByEmail(body.email);
    const passwordMatches = await verifyPassword(member?.passwordHash ?? (await this.decoy()), body.password);
    const view = member?.passwordHash ? await this.settle(member, passwordMatches, origin) : undefined;
    if (view) return new TokenOutcome(view);
    this.limiter.recordFailure(source);
    await sleep(SHORTEST_REFUSAL_MS - (performance.now() - startedAt));
    throw authErrors.SIGN_IN_REFUSED();
  }

  /** Decides and counts with the member locked, so that parallel attempts count like attempts in a row. */
  private async settle(
    { institutionId, id, passwordHash }: Staff,
    passwordMatches: boolean,
    { correlationId }: SignInOrigin,
  ): Promise<StaffTokenView | undefined> {
    const accepted = await this.unitOfWork.run(institutionId, async (tx) => {
      const member = await tx.findOneOrFail(Staff, {
        where: { institutionId, id },
        lock: { mode: 'pessimistic_write' },
      });
      const now = this.clock.now();
      // The password may have been replaced while the old one was being checked.
      const { outcome, failedSignIns, lockedUntil } = decideSignIn(
        member,
        passwordMatches && member.passwordHash === passwordHash,
        now,
      );
      const signedIn = outcome === 'accepted';
      await tx.update(
        Staff,
        { institutionId, id },
        { failedSignIns, lockedUntil, ...(signedIn ? { lastSignInAt: now } : {}) },
      );
      const author = { institutionId, actor: `staff:${member.staffID}`, correlationId };
      await this.record(tx, author, signedIn ? {} : { reason: outcome, failedSignIns, lockedUntil });
      return signedIn ? { member, permissions: await permissionsOf(tx, member) } : undefined;
    });
    if (!accepted) return undefined;
    const { member, permissions } = accepted;
    const token = await this.tokens.issue('staff', member.staffID, institutionId, member.passwordChangedAt);
    return { ...token, staffID: member.staffID, name: member.name, permissions };
  }

  private async record(
    tx: Tx,
    author: AuditAuthor,
    refusal: { reason?: string; failedSignIns?: number; lockedUntil?: Date | null },
  ): Promise<void> {
    await this.audit.record(tx, author, {
      action: refusal.reason ? 'staff.sign-in-refused' : 'staff.sign-in',
      subject: author.actor,
      details: refusal,
    });
  }

  /** A hash of a random password, checked for unknown addresses. */
  private decoy(): Promise<string> {
    this.decoyHash ??= hashPassword(randomToken(16));
    return this.decoyHash;
  }
}
