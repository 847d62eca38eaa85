import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { assertNotOwnRecord } from '../../../institutions/staff/own-record';
import { StaffMembers } from '../../../institutions/staff/staff-members';
import { SecondFactors } from '../../second-factor/second-factors';

/** Ends all locks on the sign-in of another member of staff. */
export class UnlockStaff extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
  ) {
    super();
  }
}

@CommandHandler(UnlockStaff)
export class UnlockStaffHandler implements ICommandHandler<UnlockStaff> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly members: StaffMembers,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, staffID }: UnlockStaff): Promise<Outcome> {
    assertNotOwnRecord(write.actor, staffID);
    return this.writes.run(write, { staffID }, async (tx) => {
      const member = await this.members.require(tx, write.institutionId, staffID);
      await this.members.unlock(tx, member);
      await this.secondFactors.unlock(tx, member);
      await this.audit.record(tx, write, { action: 'staff.unlock', subject: `staff:${staffID}` });
      return Outcome.done({ staffID });
    });
  }
}
