import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StaffActor } from '../../../common/http/actor';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { ApprovalDecider } from '../../approval-decider';
import { BulkDecisions } from '../bulk-decisions';
import type { BulkDecisionBody } from '../bulk-decisions.dto';

/** Decides several approvals, each by itself. */
export class DecideApprovals extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decisions: BulkDecisionBody[],
  ) {
    super();
  }
}

@CommandHandler(DecideApprovals)
export class DecideApprovalsHandler implements ICommandHandler<DecideApprovals> {
  constructor(
    private readonly bulk: BulkDecisions,
    private readonly decider: ApprovalDecider,
  ) {}

  execute({ write, staff, decisions }: DecideApprovals): Promise<Outcome> {
    return this.bulk.run({ write, staff }, decisions, ({ write: own, verdict, asked, before }) => {
      const { approvalId, note } = asked;
      return this.decider.decide(own, staff, { approvalId, verdict, ...(note === undefined ? {} : { note }) }, before);
    });
  }
}
