import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { searchName } from '../../common/text/search-name';
import { accountCondition, accountOrder, DEPOSIT_FILTER_COLUMNS, VIRTUAL_FILTER_COLUMNS } from '../account-filters';
import { countDeposits, readDeposits, readVirtuals } from '../account-reader';
import type { AccountView, SearchAccountQuery } from '../accounts.dto';
import { PersonNumbers } from '../customers/person-numbers';

/** Searches accounts. The number of a virtual account finds that account (`docs/api/accounts.md#virtual-accounts`). */
export class SearchAccounts extends Query<Page<AccountView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchAccountQuery,
    /** `maySeeIdentity` of the caller. */
    readonly seesIdentity: boolean,
  ) {
    super();
  }
}

@QueryHandler(SearchAccounts)
export class SearchAccountsHandler implements IQueryHandler<SearchAccounts> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly identity: IdentityNumbers,
    private readonly persons: PersonNumbers,
  ) {}

  async execute({ institutionId, filters, seesIdentity }: SearchAccounts): Promise<Page<AccountView>> {
    const paging = pagingOf(filters);
    const offset = (paging.pageNumber - 1) * paging.pageSize;
    const { BVN, NIN } = filters;
    const numbers = {
      bvn: BVN === undefined ? undefined : this.identity.match(institutionId, 'bvn', BVN),
      nin: NIN === undefined ? undefined : this.identity.match(institutionId, 'nin', NIN),
    };
    return this.unitOfWork.read(institutionId, async (tx) => {
      const condition = accountCondition(institutionId, filters, DEPOSIT_FILTER_COLUMNS, numbers);
      const order = accountOrder(filters.SortColumn, filters.Direction);
      const rows = await readDeposits(tx, condition, { order, limit: paging.pageSize, offset });
      // A page that is not full is the last one, so only long lists need a count.
      const isLastPage = rows.length < paging.pageSize && (rows.length > 0 || offset === 0);
      const count = isLastPage ? offset + rows.length : await countDeposits(tx, condition, RECORD_COUNT_CAP + 1);
      if (count > 0 || filters.AccountNumber === undefined) return pageOf(rows, count, paging);
      const found = await readVirtuals(
        tx,
        accountCondition(institutionId, filters, VIRTUAL_FILTER_COLUMNS, numbers),
        this.persons.shown(seesIdentity),
      );
      const virtuals = found.filter(({ accountName }) => startsWithName(accountName, filters.AccountName));
      return pageOf(virtuals.slice(offset, offset + paging.pageSize), virtuals.length, paging);
    });
  }
}

/** Compares the virtual account that a number found: its shown name is composed, so no column holds it. */
function startsWithName(accountName: string, beginning: string | undefined): boolean {
  return beginning === undefined || searchName(accountName, accountName.length * 4).startsWith(searchName(beginning));
}
