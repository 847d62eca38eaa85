import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { currentBusinessDate } from '../../../accounts/current-business-date';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { DisburseGroupLoanBody } from '../group-loans.dto';
import { GroupPayouts } from '../group-payouts';

/** Pays the loans of a group out, all of them or none. */
export class DisburseGroupLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: DisburseGroupLoanBody,
  ) {
    super();
  }
}

@CommandHandler(DisburseGroupLoan)
export class DisburseGroupLoanHandler implements ICommandHandler<DisburseGroupLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly payouts: GroupPayouts,
  ) {}

  async execute({ write, body }: DisburseGroupLoan): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) =>
      this.payouts.request(tx, write, body, await currentBusinessDate(tx, write.institutionId)),
    );
  }
}
