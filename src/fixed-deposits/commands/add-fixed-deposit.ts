import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountNumbers } from '../../accounts/account-numbers';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { FixedDeposit } from '../fixed-deposit.entity';
import { FixedDepositActions } from '../fixed-deposit-actions';
import { FixedDepositOpening } from '../fixed-deposit-opening';
import { FixedDepositOrders } from '../fixed-deposit-orders';
import type { AddFixedDepositBody } from '../fixed-deposits.dto';

/** Creates a fixed deposit. */
export class AddFixedDeposit extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: AddFixedDepositBody,
  ) {
    super();
  }
}

@CommandHandler(AddFixedDeposit)
export class AddFixedDepositHandler implements ICommandHandler<AddFixedDeposit> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly numbers: AccountNumbers,
    private readonly opening: FixedDepositOpening,
    private readonly orders: FixedDepositOrders,
    private readonly actions: FixedDepositActions,
  ) {}

  async execute({ write, body }: AddFixedDeposit): Promise<Outcome> {
    const { interestRate, applicableInterestID } = body;
    if ((interestRate ?? undefined) !== undefined && (applicableInterestID ?? undefined) !== undefined) {
      throw validationFailed([{ field: 'applicableInterestID', message: 'cannot be sent together with interestRate' }]);
    }
    const accountNumber = await this.numbers.nextAccountNumber(write.institutionId);
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, write.institutionId);
      const deposit = await this.opening.read(tx, write, body, accountNumber, businessDate);
      const { id: depositId, referenceNumber, principalKobo: amountKobo, sourceAccountId } = deposit;
      const order = await this.orders.open(tx, write, {
        depositId,
        kind: 'Add',
        referenceNumber,
        amountKobo,
        isFull: false,
        sourceAccountId,
      });
      await tx.insert(FixedDeposit, deposit);
      return this.actions.start(tx, write, deposit, order, businessDate);
    });
  }
}
