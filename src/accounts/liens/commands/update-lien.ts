import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../../../common/money/naira';
import { assertExpiryNotPassed } from '../assert-expiry-not-passed';
import { lienView } from '../lien-view';
import { Liens } from '../liens';
import type { UpdateLienBody } from '../liens.dto';

/** Changes the amount, the reason or the expiry date of a lien. */
export class UpdateLien extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateLienBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateLien)
export class UpdateLienHandler implements ICommandHandler<UpdateLien> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly liens: Liens,
  ) {}

  async execute({ write, body }: UpdateLien): Promise<Outcome> {
    const { institutionId } = write;
    const { referenceNumber, amount, reason, expiryDate } = body;
    // A field sent as null counts as left out.
    const terms = {
      ...(amount === undefined || amount === null ? {} : { amountKobo: nairaToKobo(amount)! }),
      ...(reason === undefined || reason === null ? {} : { reason }),
      ...(expiryDate === undefined || expiryDate === null ? {} : { expiryDate }),
    };
    if (Object.keys(terms).length === 0)
      throw validationFailed([{ field: 'amount', message: 'or reason or expiryDate is required' }]);
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, institutionId);
      const lien = await this.liens.lock(tx, institutionId, referenceNumber);
      assertExpiryNotPassed(terms.expiryDate ?? null, businessDate);
      await this.liens.change(tx, write, lien, terms);
      return Outcome.done(lienView(lien));
    });
  }
}
