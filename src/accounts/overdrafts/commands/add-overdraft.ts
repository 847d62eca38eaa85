import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { IdAllocator } from '../../../common/database/id-allocator';
import type { Tx } from '../../../common/database/unit-of-work';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../../../common/money/naira';
import { Clock } from '../../../common/time/clock';
import { interestRateText } from '../../../products/interest-rate';
import { DepositAccounts } from '../../deposit-accounts';
import type { Overdraft } from '../overdraft.entity';
import { OverdraftGrants } from '../overdraft-grants';
import { assertOverdraftDates } from '../overdraft-terms';
import { Overdrafts } from '../overdrafts';
import type { AddOverdraftBody } from '../overdrafts.dto';

/** Gives an account an overdraft. */
export class AddOverdraft extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AddOverdraftBody,
  ) {
    super();
  }
}

@CommandHandler(AddOverdraft)
export class AddOverdraftHandler implements ICommandHandler<AddOverdraft> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly overdrafts: Overdrafts,
    private readonly grants: OverdraftGrants,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: AddOverdraft): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, write.institutionId);
      const overdraft = await this.newOverdraft(tx, write, body, businessDate);
      await this.overdrafts.add(tx, write, overdraft);
      return this.grants.activate(tx, write, overdraft, businessDate);
    });
  }

  private async newOverdraft(
    tx: Tx,
    { institutionId, actor }: WriteRequest,
    body: AddOverdraftBody,
    businessDate: string,
  ): Promise<Overdraft> {
    const { accountNumber, limit, interestRate, expiryDate, referenceNumber } = body;
    const { id: accountId } = await this.accounts.require(tx, institutionId, accountNumber);
    const startDate = body.startDate ?? businessDate;
    assertOverdraftDates({ startDate, expiryDate }, businessDate);
    const now = this.clock.institutionNow(institutionId);
    return {
      institutionId,
      id: await this.ids.next(),
      accountId,
      accountNumber,
      limitKobo: nairaToKobo(limit)!,
      interestRate: interestRateText(interestRate),
      startDate,
      expiryDate,
      referenceNumber,
      status: 'Inactive',
      inForce: false,
      approvalId: null,
      createdBy: actor,
      createdAt: now,
      updatedAt: now,
    };
  }
}
