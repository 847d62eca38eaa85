import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Posting } from '../../ledger/engine/posting.entity';
import { postingGroupView } from '../posting-group-view';
import type { PostingGroupView } from '../posting-groups.dto';
import { POSTING_GROUP_KIND } from '../posting-kinds';
import { postingsErrors } from '../postings.errors';

/** One posting group with its entries. */
export class GetPostingGroup extends Query<PostingGroupView> {
  constructor(
    readonly institutionId: number,
    readonly id: number,
  ) {
    super();
  }
}

@QueryHandler(GetPostingGroup)
export class GetPostingGroupHandler implements IQueryHandler<GetPostingGroup> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws POSTING_GROUP_NOT_FOUND (404) */
  async execute({ institutionId, id }: GetPostingGroup): Promise<PostingGroupView> {
    const posting = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(Posting, { institutionId, id, kind: POSTING_GROUP_KIND }),
    );
    if (!posting) throw postingsErrors.POSTING_GROUP_NOT_FOUND();
    return postingGroupView(posting);
  }
}
