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
import { SecondFactorNeeds } from '../second-factor/second-factor-needs';
import { SecondFactors } from '../second-factor/second-factors';
import { Passkeys } from './passkeys';

/** Removes a passkey of the caller. */
export class RemovePasskey extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly passkeyId: number,
  ) {
    super();
  }
}

@CommandHandler(RemovePasskey)
export class RemovePasskeyHandler implements ICommandHandler<RemovePasskey> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly proof: FactorProof,
    private readonly passkeys: Passkeys,
    private readonly secondFactors: SecondFactors,
    private readonly needs: SecondFactorNeeds,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff: { institutionId, id, sessionId }, passkeyId }: RemovePasskey): Promise<Outcome> {
    const outcome = await this.writes.run(write, { passkeyId }, async (tx) => {
      const member = await this.members.require(tx, institutionId, id);
      await this.proof.assert(tx, member, await this.sessions.lock(tx, institutionId, sessionId!));
      if (!(await this.passkeys.remove(tx, member, passkeyId))) throw authErrors.PASSKEY_NOT_FOUND();
      const isSecured = (await this.passkeys.has(tx, member)) || (await this.secondFactors.active(tx, member));
      if (!isSecured && (await this.needs.neededFor(tx, member)).length > 0)
        throw authErrors.SECOND_FACTOR_STILL_NEEDED();
      // Whoever has found the lost device may be signed in with it.
      await this.sessions.demandProof(tx, member, sessionId);
      await this.audit.record(tx, write, {
        action: 'staff.remove-passkey',
        subject: write.actor,
        details: { passkeyId },
      });
      return Outcome.done({ id: passkeyId });
    });
    this.sessions.forgetMember(institutionId, id);
    return outcome;
  }
}
