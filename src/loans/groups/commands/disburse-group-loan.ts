import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { GroupDisbursements } from '../group-disbursements';
import type { DisburseGroupLoanBody } from '../group-loans.dto';

/** Disburses the loans of a group, all or none (docs/api/group-loans.md#disbursement). */
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
    private readonly disbursements: GroupDisbursements,
  ) {}

  async execute({ write, body }: DisburseGroupLoan): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) =>
      this.disbursements.request(tx, write, body, await lockBusinessDate(tx, write.institutionId)),
    );
  }
}
