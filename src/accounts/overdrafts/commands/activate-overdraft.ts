import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { OverdraftGrants } from '../overdraft-grants';
import { overdraftTransitionViolation } from '../overdraft-transitions';
import { Overdrafts } from '../overdrafts';

/** Activates an inactive overdraft. */
export class ActivateOverdraft extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly overdraftId: number,
  ) {
    super();
  }
}

@CommandHandler(ActivateOverdraft)
export class ActivateOverdraftHandler implements ICommandHandler<ActivateOverdraft> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly overdrafts: Overdrafts,
    private readonly grants: OverdraftGrants,
  ) {}

  async execute({ write, overdraftId }: ActivateOverdraft): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { id: overdraftId }, async (tx) => {
      const businessDate = await lockBusinessDate(tx, institutionId);
      const overdraft = await this.overdrafts.lock(tx, institutionId, overdraftId);
      const violation = overdraftTransitionViolation(overdraft, 'activate');
      if (violation) throw violation;
      return this.grants.activate(tx, write, overdraft, businessDate);
    });
  }
}
