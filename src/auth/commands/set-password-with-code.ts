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
import { SecondFactors } from '../second-factor/second-factors';
import type { SetPasswordBody } from '../session.dto';
import type { SignInOrigin } from '../sign-in-origin';

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
    private readonly secondFactors: SecondFactors,
    private readonly access: StaffAccess,
    private readonly audit: AuditLog,
  ) {}

  async execute({ body, origin }: SetPasswordWithCode): Promise<Outcome> {
    const source = attemptSource(origin.source);
    this.limiter.assertAllowed(source);
    const startedAt = performance.now();
    const member = await this.members.findByEmail(body.email);
    const outcome = member && (await this.set(member, body, origin));
    if (member && outcome === 'set') {
      this.access.forget(member.institutionId, member.staffID);
      return Outcome.done({ staffID: member.staffID });
    }
    if (outcome === 'code-missing') throw authErrors.SECOND_FACTOR_CODE_REQUIRED();
    this.limiter.recordFailure(source);
    await sleep(SHORTEST_REFUSAL_MS - (performance.now() - startedAt));
    throw authErrors.ONE_TIME_CODE_REFUSED();
  }

  /**
   * The second factor is asked for only after a right one-time code. A refusal is committed too, because wrong codes of
   * the factor are counted.
   */
  private async set(
    { institutionId, id }: Staff,
    { code: text, newPassword, secondFactorCode }: SetPasswordBody,
    { source, correlationId }: SignInOrigin,
  ): Promise<'set' | 'refused' | 'code-missing'> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const member = await tx.findOneByOrFail(Staff, { institutionId, id });
      const code = await this.codes.find(tx, member, text);
      if (!code || member.status !== 'Active') return 'refused';
      const checked = await this.secondFactors.check(tx, member, secondFactorCode);
      if (checked === 'missing') return 'code-missing';
      if (checked === 'wrong') return 'refused';
      await this.codes.use(tx, code);
      await this.members.setPassword(tx, member, newPassword);
      const author = { institutionId, actor: `staff:${member.staffID}`, correlationId, address: source };
      const details = { purpose: code.purpose };
      await this.audit.record(tx, author, { action: 'staff.set-password', subject: author.actor, details });
      return 'set';
    });
  }
}
