import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Branches } from '../branches';
import { type CreateBranchBody, maintainedBranchView } from '../branches.dto';

/** Creates a branch. */
export class CreateBranch extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateBranchBody,
  ) {
    super();
  }
}

@CommandHandler(CreateBranch)
export class CreateBranchHandler implements ICommandHandler<CreateBranch> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly branches: Branches,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: CreateBranch): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const branch = await this.branches.create(tx, { institutionId, ...body });
      await this.audit.record(tx, write, {
        action: 'branch.create',
        subject: `branch:${branch.branchCode}`,
        details: body,
      });
      return Outcome.done(maintainedBranchView(branch));
    });
  }
}
