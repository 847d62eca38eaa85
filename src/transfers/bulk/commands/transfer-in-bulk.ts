import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { Movements } from '../../../ledger/movements/movements';
import { bulkRowErrors } from '../bulk-rows';
import { BulkTransferPlanner } from '../bulk-transfer.planner';
import type { BulkTransferBody } from '../bulk-transfers.dto';

/** Moves money from one account to those of a file. */
export class TransferInBulk extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: BulkTransferBody,
  ) {
    super();
  }
}

@CommandHandler(TransferInBulk)
export class TransferInBulkHandler implements ICommandHandler<TransferInBulk> {
  constructor(
    private readonly movements: Movements,
    private readonly planner: BulkTransferPlanner,
  ) {}

  /** @throws VALIDATION_FAILED (400) for rows that break a rule of their fields */
  async execute({ write, body }: TransferInBulk): Promise<Outcome> {
    const errors = bulkRowErrors(body.rows);
    if (errors.length > 0) throw validationFailed(errors);
    return this.movements.submit(this.planner, { write, origin: 'api', body });
  }
}
