import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DepositAccounts } from '../../accounts/deposit-accounts';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Card } from '../card.entity';
import { cardView } from '../card-views';
import type { CardView, SearchCardsQuery } from '../cards.dto';

/** The institution's records of the cards of an account, latest first. */
export class SearchCards extends Query<Page<CardView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchCardsQuery,
  ) {
    super();
  }
}

@QueryHandler(SearchCards)
export class SearchCardsHandler implements IQueryHandler<SearchCards> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: DepositAccounts,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async execute({ institutionId, filters }: SearchCards): Promise<Page<CardView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { accountNumber } = await this.accounts.require(tx, institutionId, filters.accountNumber);
      const query = tx
        .createQueryBuilder(Card, 'card')
        .where('card.institution_id = :institutionId AND card.account_number = :accountNumber', {
          institutionId,
          accountNumber,
        })
        .orderBy('card.id', filters.Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, cardView);
    });
  }
}
