import { setTimeout as sleep } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { attemptSource } from '../../common/http/client-address';
import { Outcome } from '../../common/http/outcome';
import { OneTimeCodes } from '../../institutions/staff/one-time-codes';
import { Staff } from '../../institutions/staff/staff.entity';
import { StaffAccess } from '../../institutions/staff/staff-access';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { AttemptLimiter } from '../attempt-limiter';
import { authErrors } from '../auth.errors';
import { AuthenticationLimits } from '../authentication-limits';
import type { SetPasswordBody } from '../session.dto';
import type { SignInOrigin } from './sign-in-staff';

const FAILURES_ALLOWED_PER_MINUTE = 100;

/** Minimum time of a refusal, so that timing does not reveal whether an address exists. */
const SHORTEST_REFUSAL_MS = 250;

/** Sets the password of the member of staff who holds a one-time code (docs/api/authentication.md#one-time-codes). */
export class SetPasswordWithCode extends Command<Outcome> {
  constructor(
    readonly body: SetPasswordBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(SetPasswordWithCode)
export class SetPasswordWithCodeHandler implements ICommandHandler<SetPasswordWithCode> {
  private readonly limiter = new AttemptLimiter(FAILURES_ALLOWED_PER_MINUTE);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly codes: OneTimeCodes,
    private readonly access: StaffAccess,
    private readonly limits: AuthenticationLimits,
    private readonly audit: AuditLog,
  ) {}

  async execute({ body, origin }: SetPasswordWithCode): Promise<Outcome> {
    const source = attemptSource(origin.source);
    this.limits.admit(source);
    this.limiter.assertAllowed(source);
    const startedAt = performance.now();
    const member = await this.members.findByEmail(body.email);
    const staffID = member && (await this.set(member, body, origin));
    if (member && staffID !== undefined) {
      this.access.forget(member.institutionId, staffID);
      return Outcome.done({ staffID });
    }
    this.limiter.recordFailure(source);
    await sleep(SHORTEST_REFUSAL_MS - (performance.now() - startedAt));
    throw authErrors.ONE_TIME_CODE_REFUSED();
  }

  /** @returns the member's staff id; undefined when the code cannot be used. */
  private async set(
    { institutionId, id }: Staff,
    { code: text, newPassword }: SetPasswordBody,
    { source, correlationId }: SignInOrigin,
  ): Promise<string | undefined> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const member = await tx.findOneByOrFail(Staff, { institutionId, id });
      const code = await this.codes.find(tx, member, text);
      if (!code || member.status !== 'Active') return undefined;
      await this.codes.use(tx, code);
      await this.members.setPassword(tx, member, newPassword);
      const author = { institutionId, actor: `staff:${member.staffID}`, correlationId, address: source };
      const details = { purpose: code.purpose };
      await this.audit.record(tx, author, { action: 'staff.set-password', subject: author.actor, details });
      return member.staffID;
    });
  }
}
