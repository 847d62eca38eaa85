import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import { PostEntriesPlanner } from '../post-entries.planner';
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
  constructor(
    private readonly movements: Movements,
    private readonly planner: PostEntriesPlanner,
  ) {}

  execute({ write, body }: PostEntries): Promise<Outcome> {
    return this.movements.submit(this.planner, { write, origin: 'api', body });
  }
}
