import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import { PostTransactionPlanner } from '../post-transaction.planner';
import type { PostTransactionBody } from '../postings.dto';

/** Posts one debit and one credit. */
export class PostTransaction extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: PostTransactionBody,
  ) {
    super();
  }
}

@CommandHandler(PostTransaction)
export class PostTransactionHandler implements ICommandHandler<PostTransaction> {
  constructor(
    private readonly movements: Movements,
    private readonly planner: PostTransactionPlanner,
  ) {}

  execute({ write, body }: PostTransaction): Promise<Outcome> {
    return this.movements.submit(this.planner, { write, origin: 'api', body });
  }
}
