import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { RepayLoanEarlyBody } from '../../servicing/servicing.dto';
import { EarlyRepayments } from '../early-repayments';

/** Repays a loan ahead of its schedule: in full, or principal in part. */
export class RepayLoanEarly extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RepayLoanEarlyBody,
  ) {
    super();
  }
}

@CommandHandler(RepayLoanEarly)
export class RepayLoanEarlyHandler implements ICommandHandler<RepayLoanEarly> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly repayments: EarlyRepayments,
  ) {}

  async execute({ write, body }: RepayLoanEarly): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.repayments.request(tx, write, body));
  }
}
