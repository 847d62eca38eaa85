import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { authErrors } from '../auth.errors';
import type { StepUpView } from '../sessions/staff-sessions.dto';
import type { SignInOrigin } from '../sign-in-origin';
import { PasskeyChallenges } from './passkey-challenges';
import { Passkeys } from './passkeys';
import type { UsedCredentialBody } from './passkeys.dto';
import { signedChallenge } from './relying-party';

/** Proves with a passkey in a running session that the caller is still the member of staff. */
export class StepUpWithPasskey extends Command<StepUpView> {
  constructor(
    readonly staff: StaffActor,
    readonly credential: UsedCredentialBody,
    readonly origin: SignInOrigin,
  ) {
    super();
  }
}

@CommandHandler(StepUpWithPasskey)
export class StepUpWithPasskeyHandler implements ICommandHandler<StepUpWithPasskey> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly audit: AuditLog,
  ) {}

  async execute({ staff, credential, origin }: StepUpWithPasskey): Promise<StepUpView> {
    const { institutionId, id: staffID, sessionId } = staff;
    const challenge = signedChallenge(credential.response.clientDataJSON);
    const isOurs =
      challenge !== undefined && (await this.challenges.take(challenge, 'step-up', sessionId)) !== undefined;
    const view = await this.unitOfWork.run(institutionId, (tx) =>
      this.prove(tx, staff, isOurs ? { credential, challenge } : undefined, origin),
    );
    this.sessions.forget(institutionId, staffID, sessionId!);
    if (!view) throw authErrors.STEP_UP_REFUSED();
    return view;
  }

  /** @returns undefined for a wrong proof, which is counted, so the transaction must be committed then too. */
  private async prove(
    tx: Tx,
    { institutionId, id: staffID, sessionId }: StaffActor,
    used: { credential: UsedCredentialBody; challenge: string } | undefined,
    { source, correlationId }: SignInOrigin,
  ): Promise<StepUpView | undefined> {
    const member = await this.members.require(tx, institutionId, staffID);
    const session = await this.sessions.lock(tx, institutionId, sessionId!);
    const isProven = used !== undefined && (await this.passkeys.use(tx, member, used));
    const author = { institutionId, actor: `staff:${staffID}`, correlationId, address: source, sessionId };
    const action = isProven ? 'staff.step-up' : 'staff.step-up-refused';
    await this.audit.record(tx, author, { action, subject: author.actor });
    if (isProven)
      return { assurance: 'second-factor', steppedUpAt: await this.sessions.stepUp(tx, session, 'second-factor') };
    await this.sessions.recordWrongProof(tx, session);
    return undefined;
  }
}
