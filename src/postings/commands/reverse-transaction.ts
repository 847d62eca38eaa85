import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import type { ReverseTransactionBody } from '../postings.dto';
import { ReverseTransactionPlanner } from '../reverse-transaction.planner';

/** Reverses a posting in full. */
export class ReverseTransaction extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: ReverseTransactionBody,
    /** `portal` for staff, whose reversals always wait for a colleague. */
    readonly origin: 'api' | 'portal' = 'api',
  ) {
    super();
  }
}

@CommandHandler(ReverseTransaction)
export class ReverseTransactionHandler implements ICommandHandler<ReverseTransaction> {
  constructor(
    private readonly movements: Movements,
    private readonly planner: ReverseTransactionPlanner,
  ) {}

  execute({ write, body, origin }: ReverseTransaction): Promise<Outcome> {
    return this.movements.submit(this.planner, { write, origin, body });
  }
}
