import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Loans } from '../../contract/loans';
import type { DisburseLoanBody } from '../../loans.dto';
import { DisbursementRequests } from '../disbursement-requests';

/** Disburses an approved loan (docs/api/loans.md#disbursement). */
export class DisburseLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: DisburseLoanBody,
  ) {
    super();
  }
}

@CommandHandler(DisburseLoan)
export class DisburseLoanHandler implements ICommandHandler<DisburseLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly loans: Loans,
    private readonly requests: DisbursementRequests,
  ) {}

  async execute({ write, body }: DisburseLoan): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, institutionId);
      const locked = await this.loans.lock(tx, institutionId, body.loanAccountNumber);
      return this.requests.request(tx, write, locked, body, businessDate);
    });
  }
}
