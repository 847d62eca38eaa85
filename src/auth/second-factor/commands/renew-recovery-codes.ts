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
import { SecondFactors } from '../second-factors';

/** Replaces the caller's recovery codes and returns the new ones once. */
export class RenewRecoveryCodes extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
  ) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly proof: FactorProof,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff: { institutionId, id, sessionId } }: RenewRecoveryCodes): Promise<Outcome> {
    return this.writes.run(write, {}, async (tx) => {
      const member = await this.members.require(tx, institutionId, id);
      if (!(await this.secondFactors.active(tx, member))) throw authErrors.SECOND_FACTOR_NOT_SET_UP();
      await this.proof.assert(tx, member, await this.sessions.lock(tx, institutionId, sessionId!));
      const recoveryCodes = await this.secondFactors.renewRecoveryCodes(tx, member);
      await this.audit.record(tx, write, { action: 'staff.renew-recovery-codes', subject: write.actor });
      return Outcome.done({ recoveryCodes }, 'Successful', { confidential: true });
    });
  }
}
