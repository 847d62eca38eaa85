import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { MoveRepaymentBody } from '../adjustments.dto';
import { RepaymentMoves } from '../repayment-moves';

/** Requests approval to move a repayment to another loan. */
export class RequestRepaymentMove extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
    readonly body: MoveRepaymentBody,
  ) {
    super();
  }
}

@CommandHandler(RequestRepaymentMove)
export class RequestRepaymentMoveHandler implements ICommandHandler<RequestRepaymentMove> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly service: RepaymentMoves,
  ) {}

  async execute({ write, loanId, body }: RequestRepaymentMove): Promise<Outcome> {
    return this.writes.run(write, { loanId, ...body }, (tx) => this.service.request(tx, write, loanId, body));
  }
}
