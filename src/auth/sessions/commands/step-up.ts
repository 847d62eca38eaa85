import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { verifyPassword } from '../../../common/crypto/password-hash';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import type { AssuranceLevel } from '../../../institutions/staff/sessions/staff-session.entity';
import { StaffSessions } from '../../../institutions/staff/sessions/staff-sessions';
import type { Staff } from '../../../institutions/staff/staff.entity';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { authErrors } from '../../auth.errors';
import { Passkeys } from '../../passkeys/passkeys';
import { SecondFactors } from '../../second-factor/second-factors';
import type { SignInOrigin } from '../../sign-in-origin';
import type { StepUpBody, StepUpView } from '../staff-sessions.dto';

/** Proves in a running session that the caller is still the member of staff (docs/api/staff-sessions.md#step-up). */
export class StepUp extends Command<StepUpView> {
  constructor(
    readonly staff: StaffActor,
    readonly body: StepUpBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(StepUp)
export class StepUpHandler implements ICommandHandler<StepUp> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly audit: AuditLog,
  ) {}

  async execute({ staff, body, origin }: StepUp): Promise<StepUpView> {
    const { institutionId, id: staffID, sessionId } = staff;
    const view = await this.unitOfWork.run(institutionId, (tx) => this.prove(tx, staff, body, origin));
    this.sessions.forget(institutionId, staffID, sessionId!);
    if (!view) throw authErrors.STEP_UP_REFUSED();
    return view;
  }

  /** @returns undefined for a wrong proof, which is counted, so the transaction must be committed then too. */
  private async prove(
    tx: Tx,
    { institutionId, id: staffID, sessionId }: StaffActor,
    body: StepUpBody,
    { source, correlationId }: SignInOrigin,
  ): Promise<StepUpView | undefined> {
    const member = await this.members.require(tx, institutionId, staffID);
    const session = await this.sessions.lock(tx, institutionId, sessionId!);
    const assurance = await this.assuranceOf(tx, member, body);
    const author = { institutionId, actor: `staff:${staffID}`, correlationId, address: source, sessionId };
    const action = assurance ? 'staff.step-up' : 'staff.step-up-refused';
    await this.audit.record(tx, author, { action, subject: author.actor });
    if (!assurance) {
      await this.sessions.recordWrongProof(tx, session);
      return undefined;
    }
    return { assurance, steppedUpAt: await this.sessions.stepUp(tx, session, assurance) };
  }

  private async assuranceOf(
    tx: Tx,
    member: Staff,
    { password, code }: StepUpBody,
  ): Promise<AssuranceLevel | undefined> {
    const checked = await this.secondFactors.check(tx, member, code);
    if (checked === 'right') return 'second-factor';
    if (checked !== 'not-set-up' || (await this.passkeys.has(tx, member))) return undefined;
    const isProven = await verifyPassword(member.passwordHash ?? '', password ?? '');
    return isProven ? 'password' : undefined;
  }
}
