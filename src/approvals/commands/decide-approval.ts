import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { ApprovalDecider, type ApprovalVerdict } from '../approval-decider';

/** Approves or declines an approval. */
export class DecideApproval extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decision: ApprovalVerdict,
  ) {
    super();
  }
}

@CommandHandler(DecideApproval)
export class DecideApprovalHandler implements ICommandHandler<DecideApproval> {
  constructor(private readonly decider: ApprovalDecider) {}

  execute({ write, staff, decision }: DecideApproval): Promise<Outcome> {
    return this.decider.decide(write, staff, decision);
  }
}
