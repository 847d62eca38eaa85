import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalWork } from '../../approvals/work/approval-work';
import type { StaffActor } from '../../common/http/actor';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';
import { holdViews } from '../hold-views';

/** Assigns an undecided hold to a member of staff, or to nobody. */
export class AssignAmlHold extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly assignment: { approvalId: number; staffID: string | null },
  ) {
    super();
  }
}

@CommandHandler(AssignAmlHold)
export class AssignAmlHoldHandler implements ICommandHandler<AssignAmlHold> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly work: ApprovalWork,
  ) {}

  execute({ write, staff, assignment }: AssignAmlHold): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, assignment, async (tx) => {
      const hold = await tx.findOneBy(AmlHold, { institutionId, approvalId: assignment.approvalId });
      if (!hold) throw amlErrors.AML_HOLD_NOT_FOUND();
      await this.work.assign(tx, write, staff, assignment);
      const [view] = await holdViews(tx, institutionId, [hold]);
      return Outcome.done(view);
    });
  }
}
