import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StaffActor } from '../../../common/http/actor';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ApprovalViews } from '../../approval-views';
import { ApprovalWork } from '../approval-work';

/** Assigns a waiting approval to a member of staff, or to nobody. */
export class AssignApproval extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly assignment: { approvalId: number; staffID: string | null },
  ) {
    super();
  }
}

@CommandHandler(AssignApproval)
export class AssignApprovalHandler implements ICommandHandler<AssignApproval> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly work: ApprovalWork,
    private readonly views: ApprovalViews,
  ) {}

  execute({ write, staff, assignment }: AssignApproval): Promise<Outcome> {
    return this.writes.run(write, assignment, async (tx) => {
      const approval = await this.work.assign(tx, write, staff, assignment);
      const [view] = await this.views.of(tx, write.institutionId, [approval], staff);
      return Outcome.done(view);
    });
  }
}
