import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { StaffSessions } from '../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { authErrors } from '../auth.errors';
import { FactorProof } from '../second-factor/factor-proof';
import { passkeyView } from './list-passkeys';
import { PasskeyChallenges } from './passkey-challenges';
import { Passkeys } from './passkeys';
import type { AddPasskeyBody } from './passkeys.dto';
import { signedChallenge } from './relying-party';

/** Keeps a passkey that the caller's device has made. */
export class AddPasskey extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly body: AddPasskeyBody,
  ) {
    super();
  }
}

@CommandHandler(AddPasskey)
export class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly challenges: PasskeyChallenges,
    private readonly passkeys: Passkeys,
    private readonly proof: FactorProof,
    private readonly audit: AuditLog,
  ) {}

  /** The device has just checked the member, so the session counts as proven by a second factor. */
  async execute({ write, staff, body: { label, credential } }: AddPasskey): Promise<Outcome> {
    const { institutionId, id: staffID, sessionId } = staff;
    const challenge = signedChallenge(credential.response.clientDataJSON);
    // A repeated request gets its first answer, although its challenge is used.
    const isOurs =
      challenge !== undefined && (await this.challenges.take(challenge, 'register', sessionId)) !== undefined;
    const outcome = await this.writes.run(write, { label, credential: credential.id }, async (tx) => {
      if (!isOurs) throw authErrors.PASSKEY_NOT_ACCEPTED();
      const member = await this.members.require(tx, institutionId, staffID);
      const session = await this.sessions.lock(tx, institutionId, sessionId!);
      await this.proof.assert(tx, member, session);
      const passkey = await this.passkeys.add(tx, member, { credential, label, challenge });
      // Those that began by the password alone, or by another key, must show one of the present keys.
      await this.sessions.demandProof(tx, member);
      await this.sessions.stepUp(tx, session, 'second-factor');
      await this.audit.record(tx, write, {
        action: 'staff.add-passkey',
        subject: write.actor,
        details: { passkeyId: passkey.id, label },
      });
      return Outcome.done(passkeyView(passkey));
    });
    this.sessions.forgetMember(institutionId, staffID);
    return outcome;
  }
}
