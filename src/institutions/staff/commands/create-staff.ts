import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../changes/configuration-changes';
import type { CreateStaffBody } from '../staff.dto';
import { CHANGE_STAFF } from '../staff-changes';
import { normaliseEmail } from '../staff-members';
import { StaffPermissions } from '../staff-rights';

/** Asks for a new member of staff, without a password. */
export class CreateStaff extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateStaffBody,
  ) {
    super();
  }
}

@CommandHandler(CreateStaff)
export class CreateStaffHandler implements ICommandHandler<CreateStaff> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly rights: StaffPermissions,
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, body }: CreateStaff): Promise<Outcome> {
    const { staffID: target, email, ...fields } = body;
    const roles = [...new Set(body.roles)].sort();
    return this.writes.run(write, body, async (tx) => {
      const permissions = await this.rights.ofRoles(tx, write.institutionId, roles);
      const after = { ...fields, email: normaliseEmail(email), roles, permissions };
      return this.changes.ask(tx, write, { operation: CHANGE_STAFF, target, after, isNew: true });
    });
  }
}
