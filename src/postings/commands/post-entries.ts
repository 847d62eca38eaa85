import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import type { PostBody } from '../postings.dto';

/** Posts a compound posting. */
export class PostEntries extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: PostBody,
  ) {
    super();
  }
}

@CommandHandler(PostEntries)
export class PostEntriesHandler implements ICommandHandler<PostEntries> {
  constructor(private readonly movements: Movements) {}

  execute({ write, body }: PostEntries): Promise<Outcome> {
    return this.movements.submit('post', { write, origin: 'api', payload: { ...body } });
  }
}
