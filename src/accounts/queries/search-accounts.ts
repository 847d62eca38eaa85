import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { searchName } from '../../common/text/search-name';
import { accountCondition, accountOrder, DEPOSIT_FILTER_COLUMNS, VIRTUAL_FILTER_COLUMNS } from '../account-filters';
import { countDeposits, readDeposits, readVirtuals } from '../account-reader';
import type { AccountView, SearchAccountQuery } from '../accounts.dto';

/** Accounts by any filters; a virtual account when its number is asked for (spec, Virtual account). */
export class SearchAccounts extends Query<Page<AccountView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchAccountQuery,
  ) {
    super();
  }
}

@QueryHandler(SearchAccounts)
export class SearchAccountsHandler implements IQueryHandler<SearchAccounts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: SearchAccounts): Promise<Page<AccountView>> {
    const paging = pagingOf(filters);
    const offset = (paging.pageNumber - 1) * paging.pageSize;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const condition = accountCondition(institutionId, filters, DEPOSIT_FILTER_COLUMNS);
      const order = accountOrder(filters.SortColumn, filters.Direction);
      const rows = await readDeposits(tx, condition, { order, limit: paging.pageSize, offset });
      // A page that is not full ends the list, so that only long lists are counted.
      const endsHere = rows.length < paging.pageSize && (rows.length > 0 || offset === 0);
      const count = endsHere ? offset + rows.length : await countDeposits(tx, condition, RECORD_COUNT_CAP + 1);
      if (count > 0 || filters.AccountNumber === undefined) return pageOf(rows, count, paging);
      const found = await readVirtuals(tx, accountCondition(institutionId, filters, VIRTUAL_FILTER_COLUMNS));
      const virtuals = found.filter(({ accountName }) => startsWithName(accountName, filters.AccountName));
      return pageOf(virtuals.slice(offset, offset + paging.pageSize), virtuals.length, paging);
    });
  }
}

/** The one virtual account that a number finds is compared here: its name is its own and its company's, put together. */
function startsWithName(accountName: string, beginning: string | undefined): boolean {
  return beginning === undefined || searchName(accountName, accountName.length * 4).startsWith(searchName(beginning));
}
