import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { BackdatedRepaymentBody } from '../adjustments.dto';
import { BackdatedRepayments } from '../backdated-repayments';

/** Requests approval of a repayment with a value date in the past. */
export class RequestBackdatedRepayment extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
    readonly body: BackdatedRepaymentBody,
  ) {
    super();
  }
}

@CommandHandler(RequestBackdatedRepayment)
export class RequestBackdatedRepaymentHandler implements ICommandHandler<RequestBackdatedRepayment> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly service: BackdatedRepayments,
  ) {}

  async execute({ write, loanId, body }: RequestBackdatedRepayment): Promise<Outcome> {
    return this.writes.run(write, { loanId, ...body }, (tx) => this.service.request(tx, write, loanId, body));
  }
}
