import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Institution } from '../../../institutions/institution.entity';
import { StaffSessions } from '../../../institutions/staff/sessions/staff-sessions';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { FactorProof } from '../factor-proof';
import { SecondFactors } from '../second-factors';

/** Begins to set up the caller's second factor and returns its secret once. */
export class BeginSecondFactor extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
  ) {
    super();
  }
}

@CommandHandler(BeginSecondFactor)
export class BeginSecondFactorHandler implements ICommandHandler<BeginSecondFactor> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly sessions: StaffSessions,
    private readonly proof: FactorProof,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staff: { institutionId, id, sessionId } }: BeginSecondFactor): Promise<Outcome> {
    return this.writes.run(write, {}, async (tx) => {
      const member = await this.members.require(tx, institutionId, id);
      await this.proof.assert(tx, member, await this.sessions.lock(tx, institutionId, sessionId!));
      const { name } = await tx.findOneByOrFail(Institution, { institutionId });
      const view = await this.secondFactors.begin(tx, member, name);
      await this.audit.record(tx, write, { action: 'staff.begin-second-factor', subject: write.actor });
      return Outcome.done(view, 'Successful', { confidential: true });
    });
  }
}
