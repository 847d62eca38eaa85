import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { RepayLoanBody } from '../../servicing/servicing.dto';
import { RepaymentOrders } from '../repayment-orders';

/** Repays a part of a loan, or all of it, from a ledger. */
export class RepayLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RepayLoanBody,
  ) {
    super();
  }
}

@CommandHandler(RepayLoan)
export class RepayLoanHandler implements ICommandHandler<RepayLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly orders: RepaymentOrders,
  ) {}

  async execute({ write, body }: RepayLoan): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.orders.request(tx, write, body));
  }
}
