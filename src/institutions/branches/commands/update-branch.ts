import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import { Outcome } from '../../../common/http/outcome';
import { assertVersion } from '../../../common/http/versions';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { searchName } from '../../../common/text/search-name';
import { Branch } from '../branch.entity';
import { Branches } from '../branches';
import { maintainedBranchView, type UpdateBranchBody } from '../branches.dto';

/** Updates the name, address or status of a branch. */
export class UpdateBranch extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly branchCode: string,
    readonly body: UpdateBranchBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateBranch)
export class UpdateBranchHandler implements ICommandHandler<UpdateBranch> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly branches: Branches,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, branchCode, body }: UpdateBranch): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { ...body, branchCode }, async (tx) => {
      const branch = await this.branches.lock(tx, institutionId, branchCode);
      assertVersion(write, maintainedBranchView(branch).version);
      const branchName = body.branchName ?? branch.branchName;
      const changes = {
        branchName,
        searchName: searchName(branchName),
        address: body.address ?? branch.address,
        status: body.status ?? branch.status,
      };
      await tx.update(Branch, { institutionId, id: branch.id }, changes);
      const after = maintainedBranchView({ ...branch, ...changes });
      await this.audit.record(tx, write, {
        action: 'branch.update',
        subject: `branch:${branchCode}`,
        details: changeOf(maintainedBranchView(branch), after),
      });
      return Outcome.done(after);
    });
  }
}
