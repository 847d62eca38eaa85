import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../changes/configuration-changes';
import { assertNotOwnRecord } from '../own-record';
import type { UpdateStaffBody } from '../staff.dto';
import { StaffAccess } from '../staff-access';
import { CHANGE_STAFF } from '../staff-changes';
import { normaliseEmail } from '../staff-members';

/** Changes the name, branch, e-mail address or status of a member of staff, or asks for it. */
export class UpdateStaff extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staffID: string,
    readonly body: UpdateStaffBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateStaff)
export class UpdateStaffHandler implements ICommandHandler<UpdateStaff> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
    private readonly access: StaffAccess,
  ) {}

  async execute({ write, staffID, body }: UpdateStaff): Promise<Outcome> {
    const { institutionId, actor } = write;
    if (body.status) assertNotOwnRecord(actor, staffID);
    // An optional field that is null counts as left out.
    const sent: UpdateStaffBody = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
    );
    const after = sent.email === undefined ? { ...sent } : { ...sent, email: normaliseEmail(sent.email) };
    const outcome = await this.writes.run(write, { ...body, staffID }, (tx) =>
      this.changes.ask(tx, write, { operation: CHANGE_STAFF, target: staffID, after }),
    );
    this.access.forget(institutionId, staffID);
    return outcome;
  }
}
