import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../../common/money/naira';
import { FixedDepositAccounts } from '../fixed-deposit-accounts';
import { FixedDepositActions } from '../fixed-deposit-actions';
import { FixedDepositOrders } from '../fixed-deposit-orders';
import { FixedDeposits } from '../fixed-deposits';
import type { TopUpFixedDepositBody } from '../fixed-deposits.dto';

/** Adds money to a fixed deposit. */
export class TopUpFixedDeposit extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: TopUpFixedDepositBody,
  ) {
    super();
  }
}

@CommandHandler(TopUpFixedDeposit)
export class TopUpFixedDepositHandler implements ICommandHandler<TopUpFixedDeposit> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly deposits: FixedDeposits,
    private readonly accounts: FixedDepositAccounts,
    private readonly orders: FixedDepositOrders,
    private readonly actions: FixedDepositActions,
  ) {}

  async execute({ write, body }: TopUpFixedDeposit): Promise<Outcome> {
    const { accountNumber, topUpAmount, sourceAccount, referenceNumber } = body;
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, write.institutionId);
      const deposit = await this.deposits.lockPresent(tx, write.institutionId, accountNumber);
      const { id: sourceAccountId } = await this.accounts.requireOwn(tx, deposit, sourceAccount, 'sourceAccount');
      const order = await this.orders.open(tx, write, {
        depositId: deposit.id,
        kind: 'TopUp',
        referenceNumber,
        amountKobo: nairaToKobo(topUpAmount)!,
        isFull: false,
        sourceAccountId,
      });
      return this.actions.start(tx, write, deposit, order, businessDate);
    });
  }
}
