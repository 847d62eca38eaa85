import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Posting, postingIdFrom } from '../../ledger/engine/posting.entity';
import { postingGroupRow, postingStatusesShownAs } from '../posting-group-view';
import type { ListPostingGroupsQuery, PostingGroupRowView } from '../posting-groups.dto';

/** The institution's posting groups, by default newest first. */
export class ListPostingGroups extends Query<Page<PostingGroupRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListPostingGroupsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListPostingGroups)
export class ListPostingGroupsHandler implements IQueryHandler<ListPostingGroups> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, query }: ListPostingGroups): Promise<Page<PostingGroupRowView>> {
    return this.unitOfWork.read(institutionId, (tx) =>
      listPage(tx, this.select(tx, institutionId, query), query, postingGroupRow),
    );
  }

  private select(tx: Tx, institutionId: number, query: ListPostingGroupsQuery): SelectQueryBuilder<Posting> {
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    // The kind is a literal because the planner uses the partial index only for this literal.
    const select = tx
      .createQueryBuilder(Posting, 'p')
      .where(`p.institution_id = :institutionId AND p.kind = 'posting-group'`, { institutionId })
      .orderBy('p.createdAt', direction)
      .addOrderBy('p.id', direction);
    if (query.ReferenceNumber !== undefined) {
      select.andWhere('(p.reference = :reference OR p.id = :id)', {
        reference: query.ReferenceNumber,
        id: postingIdFrom(query.ReferenceNumber) ?? 0,
      });
    }
    if (query.Status !== undefined)
      select.andWhere('p.status = ANY(:statuses)', { statuses: postingStatusesShownAs(query.Status) });
    if (query.MakerStaffID !== undefined) select.andWhere('p.maker = :maker', { maker: `staff:${query.MakerStaffID}` });
    return select;
  }
}
