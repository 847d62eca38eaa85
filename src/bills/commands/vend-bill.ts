import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import { Payouts } from '../../payouts/payouts';
import { BillVendPlanner } from '../bill-vend.planner';
import type { VendBody } from '../bills.dto';
import { vendAnswer } from '../vend-answer';
import { BILL_VEND } from '../vend-kind';
import { recordOfPayout } from '../vend-record';

/** Pays a bill from a customer's account. */
export class VendBill extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: VendBody,
  ) {
    super();
  }
}

@CommandHandler(VendBill)
export class VendBillHandler implements ICommandHandler<VendBill> {
  constructor(
    private readonly movements: Movements,
    private readonly planner: BillVendPlanner,
    private readonly payouts: Payouts,
  ) {}

  /** @returns the present state of the vend, also for a repeated request; the 202 while it waits for staff */
  async execute({ write, body }: VendBill): Promise<Outcome> {
    const outcome = await this.movements.submit(this.planner, { write, origin: 'api', body });
    if (outcome.httpStatus === 422 || write.dryRun) return outcome;
    const payout = await this.payouts.advance(write.institutionId, BILL_VEND, body.paymentReference, 'request');
    // A queued vend has no payout yet.
    return payout ? vendAnswer(recordOfPayout(payout), outcome.meta.replayed === true) : outcome;
  }
}
