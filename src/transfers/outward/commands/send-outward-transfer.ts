import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { OutwardTransfers } from '../outward-transfers';
import type { OutwardTransferBody } from '../outward-transfers.dto';

/** Sends money to an account at another institution. */
export class SendOutwardTransfer extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: OutwardTransferBody,
  ) {
    super();
  }
}

@CommandHandler(SendOutwardTransfer)
export class SendOutwardTransferHandler implements ICommandHandler<SendOutwardTransfer> {
  constructor(private readonly transfers: OutwardTransfers) {}

  execute({ write, body }: SendOutwardTransfer): Promise<Outcome> {
    return this.transfers.send(write, body);
  }
}
