import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import { InwardTransfers } from '../inward-transfers';
import type { InwardCreditBody, InwardCreditView } from '../inward-transfers.dto';

/** Posts a transfer that another institution sent, once for each session id. */
export class ReceiveInwardTransfer extends Command<Outcome<InwardCreditView>> {
  constructor(
    readonly institutionId: number,
    readonly body: InwardCreditBody,
  ) {
    super();
  }
}

@CommandHandler(ReceiveInwardTransfer)
export class ReceiveInwardTransferHandler implements ICommandHandler<ReceiveInwardTransfer> {
  constructor(private readonly transfers: InwardTransfers) {}

  /** @throws as `InwardTransfers.receive` does */
  execute({ institutionId, body }: ReceiveInwardTransfer): Promise<Outcome<InwardCreditView>> {
    return this.transfers.receive(institutionId, body);
  }
}
