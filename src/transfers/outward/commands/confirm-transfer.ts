import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { PayoutConfirmations } from '../../../payouts/payout-confirmations';
import { OUTWARD_TRANSFER } from '../outward-transfer-kind';
import type { ConfirmTransferBody } from '../transfers-admin.dto';

/** Settles an outward transfer that the provider did not settle, once another member of staff approves. */
export class ConfirmTransfer extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ConfirmTransferBody,
  ) {
    super();
  }
}

@CommandHandler(ConfirmTransfer)
export class ConfirmTransferHandler implements ICommandHandler<ConfirmTransfer> {
  constructor(private readonly confirmations: PayoutConfirmations) {}

  /** @throws PAYOUT_NOT_FOUND (404), PAYOUT_NOT_OPEN, PAYOUT_ALREADY_CONFIRMING (409) */
  execute({ write, body: { transactionReference, outcome, evidence } }: ConfirmTransfer): Promise<Outcome> {
    return this.confirmations.requestConfirmation(write, OUTWARD_TRANSFER, {
      reference: transactionReference,
      outcome,
      evidence,
    });
  }
}
