import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { StaffSessions } from '../../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { authErrors } from '../../auth.errors';
import { FactorProof } from '../factor-proof';
import { SecondFactorNeeds } from '../second-factor-needs';
import { SecondFactors } from '../second-factors';

/** Removes the caller's second factor and its recovery codes. */
export class RemoveSecondFactor extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
  ) {
    super();
  }
}

@CommandHandler(RemoveSecondFactor)
export class RemoveSecondFactorHandler implements ICommandHandler<RemoveSecondFactor> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly secondFactors: SecondFactors,
    private readonly proof: FactorProof,
    private readonly needs: SecondFactorNeeds,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff }: RemoveSecondFactor): Promise<Outcome> {
    const { institutionId, id: staffID, sessionId } = staff;
    const outcome = await this.writes.run(write, {}, async (tx) => {
      const member = await this.members.require(tx, institutionId, staffID);
      if (!(await this.secondFactors.active(tx, member))) throw authErrors.SECOND_FACTOR_NOT_SET_UP();
      await this.proof.assert(tx, member, await this.sessions.lock(tx, institutionId, sessionId!));
      const neededFor = await this.needs.neededFor(tx, member);
      if (neededFor.length > 0)
        throw authErrors.SECOND_FACTOR_STILL_NEEDED(
          `You hold permissions that need a second factor, so it cannot be removed: ${neededFor.join(', ')}.`,
        );
      await this.secondFactors.remove(tx, member);
      await this.sessions.demandProof(tx, member);
      await this.audit.record(tx, write, { action: 'staff.remove-second-factor', subject: write.actor });
      return Outcome.done({ staffID });
    });
    this.sessions.forgetMember(institutionId, staffID);
    return outcome;
  }
}
