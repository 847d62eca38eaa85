import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { InwardSettlements } from '../inward-settlements';
import type { SettleInwardTransferBody } from '../inward-transfers-admin.dto';

/** Takes an inward transfer out of suspense, once another member of staff approves. */
export class SettleInwardTransfer extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: SettleInwardTransferBody,
  ) {
    super();
  }
}

@CommandHandler(SettleInwardTransfer)
export class SettleInwardTransferHandler implements ICommandHandler<SettleInwardTransfer> {
  constructor(private readonly settlements: InwardSettlements) {}

  /** @throws as `InwardSettlements.request` does */
  execute({ write, body }: SettleInwardTransfer): Promise<Outcome> {
    return this.settlements.request(write, body);
  }
}
