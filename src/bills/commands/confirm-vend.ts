import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { PayoutConfirmations } from '../../payouts/payout-confirmations';
import type { ConfirmVendBody } from '../bills-admin.dto';
import { BILL_VEND } from '../vend-kind';

/** Requests the confirmation of a vend that no provider settled; another member of staff must approve it. */
export class ConfirmVend extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ConfirmVendBody,
  ) {
    super();
  }
}

@CommandHandler(ConfirmVend)
export class ConfirmVendHandler implements ICommandHandler<ConfirmVend> {
  constructor(private readonly confirmations: PayoutConfirmations) {}

  execute({ write, body }: ConfirmVend): Promise<Outcome> {
    const { paymentReference, outcome, evidence } = body;
    return this.confirmations.requestConfirmation(write, BILL_VEND, {
      reference: paymentReference,
      outcome: outcome === 'Successful' ? 'Processed' : 'Reversed',
      evidence,
    });
  }
}
