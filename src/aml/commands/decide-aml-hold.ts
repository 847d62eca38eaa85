import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { AmlHoldDecider, type HoldDecision } from '../aml-hold-decider';

/** Releases or declines a held movement. The decision is final. */
export class DecideAmlHold extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly staff: StaffActor,
    readonly decision: HoldDecision,
  ) {
    super();
  }
}

@CommandHandler(DecideAmlHold)
export class DecideAmlHoldHandler implements ICommandHandler<DecideAmlHold> {
  constructor(private readonly decider: AmlHoldDecider) {}

  execute({ write, staff, decision }: DecideAmlHold): Promise<Outcome> {
    return this.decider.decide(write, staff, decision);
  }
}
