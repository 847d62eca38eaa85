import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Card } from '../card.entity';
import { cardAdminView } from '../card-views';
import type { CardAdminView, ListCardsQuery } from '../cards-admin.dto';

/** The institution's cards, latest first. */
export class ListCards extends Query<Page<CardAdminView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListCardsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListCards)
export class ListCardsHandler implements IQueryHandler<ListCards> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListCards): Promise<Page<CardAdminView>> {
    const { AccountNumber, CardStatus, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(Card, 'card')
        .where('card.institution_id = :institutionId', { institutionId })
        .orderBy('card.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (AccountNumber !== undefined) query.andWhere('card.account_number = :AccountNumber', { AccountNumber });
      if (CardStatus !== undefined) query.andWhere('card.status = :CardStatus', { CardStatus });
      return listPage(tx, query, filters, cardAdminView);
    });
  }
}
