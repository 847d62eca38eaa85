import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage, pagingOf } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf } from '../../../common/http/paging';
import { AccountNumberFilter } from '../../account-number-filter';
import { Overdraft } from '../overdraft.entity';
import { overdraftView } from '../overdraft-view';
import type { OverdraftView, SearchOverdraftsQuery } from '../overdrafts.dto';

/** Searches the institution's overdrafts, latest first by default. */
export class SearchOverdrafts extends Query<Page<OverdraftView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchOverdraftsQuery,
  ) {
    super();
  }
}

@QueryHandler(SearchOverdrafts)
export class SearchOverdraftsHandler implements IQueryHandler<SearchOverdrafts> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accountNumbers: AccountNumberFilter,
  ) {}

  async execute({ institutionId, filters }: SearchOverdrafts): Promise<Page<OverdraftView>> {
    const { AccountNumber, Status, Direction } = filters;
    const account = await this.accountNumbers.resolve(institutionId, AccountNumber);
    if (account === 'none') return pageOf<OverdraftView>([], 0, pagingOf(filters));
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(Overdraft, 'overdraft')
        .where('overdraft.institution_id = :institutionId', { institutionId })
        .orderBy('overdraft.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (account !== 'any') query.andWhere('overdraft.account_id = :accountId', account);
      if (Status !== undefined) query.andWhere('overdraft.status = :Status', { Status });
      return listPage(tx, query, filters, overdraftView);
    });
  }
}
