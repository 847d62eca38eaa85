import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { Movements } from '../../../ledger/movements/movements';
import { LocalTransferPlanner } from '../local-transfer.planner';
import type { LocalFundTransferBody } from '../local-transfers.dto';

/** Moves money between two accounts of the institution. */
export class TransferLocalFunds extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: LocalFundTransferBody,
  ) {
    super();
  }
}

@CommandHandler(TransferLocalFunds)
export class TransferLocalFundsHandler implements ICommandHandler<TransferLocalFunds> {
  constructor(
    private readonly movements: Movements,
    private readonly planner: LocalTransferPlanner,
  ) {}

  execute({ write, body }: TransferLocalFunds): Promise<Outcome> {
    return this.movements.submit(this.planner, { write, origin: 'api', body });
  }
}
