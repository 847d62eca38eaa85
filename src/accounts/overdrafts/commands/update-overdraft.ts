import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { OverdraftGrants } from '../overdraft-grants';
import { termsOf } from '../overdraft-terms';
import { overdraftTransitionViolation } from '../overdraft-transitions';
import { Overdrafts } from '../overdrafts';
import type { UpdateOverdraftBody } from '../overdrafts.dto';

/** Changes the terms of an overdraft. */
export class UpdateOverdraft extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateOverdraftBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateOverdraft)
export class UpdateOverdraftHandler implements ICommandHandler<UpdateOverdraft> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly overdrafts: Overdrafts,
    private readonly grants: OverdraftGrants,
  ) {}

  async execute({ write, body }: UpdateOverdraft): Promise<Outcome> {
    const { institutionId } = write;
    const terms = termsOf(body);
    if (Object.keys(terms).length === 0)
      throw validationFailed([
        { field: 'limit', message: 'or one of interestRate, startDate and expiryDate is required' },
      ]);
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, institutionId);
      const overdraft = await this.overdrafts.lock(tx, institutionId, body.id);
      const violation = overdraftTransitionViolation(overdraft, 'update');
      if (violation) throw violation;
      return this.grants.change(tx, write, overdraft, terms, businessDate);
    });
  }
}
