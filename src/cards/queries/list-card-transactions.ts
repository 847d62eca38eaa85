import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { CARD_PROVIDERS } from '../card.entity';
import { CardTransaction } from '../card-transaction.entity';
import { cardTransactionRowView } from '../card-views';
import type { CardTransactionRowView, ListCardTransactionsQuery } from '../cards-admin.dto';

/** The transactions of the institution's cards, latest first. */
export class ListCardTransactions extends Query<Page<CardTransactionRowView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListCardTransactionsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListCardTransactions)
export class ListCardTransactionsHandler implements IQueryHandler<ListCardTransactions> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListCardTransactions): Promise<Page<CardTransactionRowView>> {
    const { Forced, Alerted, AccountNumber, TransactionReference, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(CardTransaction, 'done')
        .where('done.institution_id = :institutionId', { institutionId })
        .orderBy('done.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      // The conditions are those of the partial indexes.
      if (Forced !== undefined) query.andWhere(Forced ? 'done.forced' : 'NOT done.forced');
      if (Alerted !== undefined) query.andWhere(Alerted ? 'done.alerted' : 'NOT done.alerted');
      if (AccountNumber !== undefined) query.andWhere('done.account_number = :AccountNumber', { AccountNumber });
      // References are unique by provider, and the index begins with it.
      if (TransactionReference !== undefined)
        query.andWhere('done.provider IN (:...providers) AND done.transaction_reference = :TransactionReference', {
          providers: CARD_PROVIDERS,
          TransactionReference,
        });
      return listPage(tx, query, filters, (row) => cardTransactionRowView(row, postingReferenceNumber(row.postingId)));
    });
  }
}
