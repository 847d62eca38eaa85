import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { ChargeLoanBody, RefundLoanBody, WaiveLoanBody } from '../adjustments.dto';
import { LoanRefunds, LoanStaffCharges, LoanWaivers } from '../loan-adjustments';

/** What staff ask for. */
export type AskedAdjustment =
  | { kind: 'charge'; body: ChargeLoanBody }
  | { kind: 'waiver'; body: WaiveLoanBody }
  | { kind: 'refund'; body: RefundLoanBody };

/** Requests approval of a charge, a waiver or a refund on a loan. */
export class RequestAdjustment extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
    readonly asked: AskedAdjustment,
  ) {
    super();
  }
}

@CommandHandler(RequestAdjustment)
export class RequestAdjustmentHandler implements ICommandHandler<RequestAdjustment> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly charges: LoanStaffCharges,
    private readonly waivers: LoanWaivers,
    private readonly refunds: LoanRefunds,
  ) {}

  async execute({ write, loanId, asked }: RequestAdjustment): Promise<Outcome> {
    return this.writes.run(write, { loanId, ...asked.body }, (tx) => {
      if (asked.kind === 'charge') return this.charges.request(tx, write, loanId, asked.body);
      if (asked.kind === 'waiver') return this.waivers.request(tx, write, loanId, asked.body);
      return this.refunds.request(tx, write, loanId, asked.body);
    });
  }
}
