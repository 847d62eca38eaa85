import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../../common/http/outcome';
import type { WriteRequest } from '../../../../common/http/write-request';
import { IdempotentWrites } from '../../../../common/idempotency/idempotent-writes';
import { GroupRepayments } from '../group-repayments';
import type { RepayGroupLoanBody } from '../repay-group-loan.dto';

/** Repays loans of a group from their participants' accounts. */
export class RepayGroupLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RepayGroupLoanBody,
  ) {
    super();
  }
}

@CommandHandler(RepayGroupLoan)
export class RepayGroupLoanHandler implements ICommandHandler<RepayGroupLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly repayments: GroupRepayments,
  ) {}

  async execute({ write, body }: RepayGroupLoan): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.repayments.request(tx, write, body));
  }
}
