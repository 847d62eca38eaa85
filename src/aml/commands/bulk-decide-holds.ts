import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BulkDecisions } from '../../approvals/bulk/bulk-decisions';
import type { StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { AmlHoldDecider } from '../aml-hold-decider';
import type { AmlBulkDecisionBody } from '../aml-hold-decisions.dto';

/** Releases or declines several held movements, each by itself. */
export class DecideAmlHolds extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decisions: AmlBulkDecisionBody[],
  ) {
    super();
  }
}

@CommandHandler(DecideAmlHolds)
export class DecideAmlHoldsHandler implements ICommandHandler<DecideAmlHolds> {
  constructor(
    private readonly bulk: BulkDecisions,
    private readonly decider: AmlHoldDecider,
  ) {}

  execute({ write, staff, decisions }: DecideAmlHolds): Promise<Outcome> {
    return this.bulk.run({ write, staff }, decisions, ({ write: own, verdict, asked, before }) =>
      this.decider.decide(own, staff, { ...asked, verdict }, before),
    );
  }
}
