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
import { Vends } from '../vends';

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
    private readonly vends: Vends,
  ) {}

  async execute({ write, body }: VendBill): Promise<Outcome> {
    const outcome = await this.movements.submit(this.planner, { write, origin: 'api', body });
    // A refused request stays refused, even when another request has used the payment reference since.
    return outcome.httpStatus === 422 ? outcome : this.presentState(write, body.paymentReference, outcome);
  }

  /** The state of the vend after it was advanced as far as it goes now; the 202 while it waits for staff. */
  private async presentState(
    { institutionId }: WriteRequest,
    paymentReference: string,
    outcome: Outcome,
  ): Promise<Outcome> {
    const { replayed = false } = outcome.meta;
    const payout = await this.payouts.advance(institutionId, BILL_VEND, paymentReference, 'request');
    if (payout) return vendAnswer(recordOfPayout(payout), replayed);
    const waiting = replayed ? await this.vends.find(institutionId, paymentReference) : undefined;
    return waiting?.vendStatus === 'Failed' ? vendAnswer(waiting, replayed) : outcome;
  }
}
