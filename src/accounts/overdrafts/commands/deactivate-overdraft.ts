import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { overdraftTransitionViolation } from '../overdraft-transitions';
import { overdraftView } from '../overdraft-view';
import { Overdrafts } from '../overdrafts';

/** Deactivates an overdraft that the account does not use. */
export class DeactivateOverdraft extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly overdraftId: number,
  ) {
    super();
  }
}

@CommandHandler(DeactivateOverdraft)
export class DeactivateOverdraftHandler implements ICommandHandler<DeactivateOverdraft> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly overdrafts: Overdrafts,
  ) {}

  async execute({ write, overdraftId }: DeactivateOverdraft): Promise<Outcome> {
    return this.writes.run(write, { id: overdraftId }, async (tx) => {
      const overdraft = await this.overdrafts.lock(tx, write.institutionId, overdraftId);
      const violation = overdraftTransitionViolation(overdraft, 'deactivate');
      if (violation) throw violation;
      await this.overdrafts.deactivate(tx, write, overdraft);
      return Outcome.done(overdraftView(overdraft));
    });
  }
}
