import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../../../common/money/naira';
import { DepositAccounts } from '../../deposit-accounts';
import { assertExpiryNotPassed } from '../assert-expiry-not-passed';
import { lienView } from '../lien-view';
import { Liens } from '../liens';
import type { PlaceLienBody } from '../liens.dto';

/** Places a lien on an account. */
export class PlaceLien extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: PlaceLienBody,
  ) {
    super();
  }
}

@CommandHandler(PlaceLien)
export class PlaceLienHandler implements ICommandHandler<PlaceLien> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly liens: Liens,
  ) {}

  async execute({ write, body }: PlaceLien): Promise<Outcome> {
    const { institutionId } = write;
    const { accountNumber, amount, referenceNumber, reason, formOfLien } = body;
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, institutionId);
      const { id: accountId } = await this.accounts.require(tx, institutionId, accountNumber);
      const expiryDate = body.expiryDate ?? null;
      assertExpiryNotPassed(expiryDate, businessDate);
      const lien = await this.liens.place(tx, write, {
        accountId,
        amountKobo: nairaToKobo(amount)!,
        reason: reason ?? null,
        formOfLien: formOfLien === undefined || formOfLien === null ? null : String(formOfLien),
        expiryDate,
        origin: { referenceNumber },
      });
      return Outcome.done(lienView(lien));
    });
  }
}
