import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import type { ReverseTransactionBody } from '../postings.dto';

/** Reverses a posting in full. */
export class ReverseTransaction extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ReverseTransactionBody,
  ) {
    super();
  }
}

@CommandHandler(ReverseTransaction)
export class ReverseTransactionHandler implements ICommandHandler<ReverseTransaction> {
  constructor(private readonly movements: Movements) {}

  execute({ write, body }: ReverseTransaction): Promise<Outcome> {
    return this.movements.submit('reverse-transaction', { write, origin: 'api', payload: { ...body } });
  }
}
