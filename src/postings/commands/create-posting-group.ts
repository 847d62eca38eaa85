import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { Movements } from '../../ledger/movements/movements';
import { PostingGroupPlanner } from '../posting-group.planner';
import type { CreatePostingGroupBody } from '../posting-groups.dto';

/** Posts a group of entries from staff, unless AML holds it or it needs approval. */
export class CreatePostingGroup extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreatePostingGroupBody,
  ) {
    super();
  }
}

@CommandHandler(CreatePostingGroup)
export class CreatePostingGroupHandler implements ICommandHandler<CreatePostingGroup> {
  constructor(
    private readonly movements: Movements,
    private readonly planner: PostingGroupPlanner,
  ) {}

  execute({ write, body }: CreatePostingGroup): Promise<Outcome> {
    return this.movements.submit(this.planner, { write, origin: 'portal', body });
  }
}
