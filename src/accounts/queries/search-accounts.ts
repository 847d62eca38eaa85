import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Keyset } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { searchName } from '../../common/text/search-name';
import {
  accountCondition,
  accountKeys,
  accountOrder,
  DEPOSIT_FILTER_COLUMNS,
  VIRTUAL_FILTER_COLUMNS,
} from '../account-filters';
import { type AccountCondition, countDeposits, readDeposits, readVirtuals } from '../account-reader';
import type { AccountSortColumn, AccountView, SearchAccountQuery } from '../accounts.dto';
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
    const keyset = new Keyset('account', accountOrder(filters.SortColumn, filters.Direction), filters);
    const { offset } = keyset;
    const { BVN, NIN } = filters;
    const numbers = {
      bvn: BVN === undefined ? undefined : this.identity.match(institutionId, 'bvn', BVN),
      nin: NIN === undefined ? undefined : this.identity.match(institutionId, 'nin', NIN),
    };
    return this.unitOfWork.read(institutionId, async (tx) => {
      const condition = accountCondition(institutionId, filters, DEPOSIT_FILTER_COLUMNS, numbers);
      const { rows, nextAfter } = await pageOfDeposits(tx, condition, keyset, filters.SortColumn);
      // A list that ends with this page needs no count.
      const isLastPage = keyset.hasNumber && nextAfter === null && (rows.length > 0 || offset === 0);
      const count = isLastPage ? offset + rows.length : await countDeposits(tx, condition, RECORD_COUNT_CAP + 1);
      if (count > 0 || filters.AccountNumber === undefined) return pageOf(rows, count, paging, nextAfter);
      const found = await readVirtuals(
        tx,
        accountCondition(institutionId, filters, VIRTUAL_FILTER_COLUMNS, numbers),
        this.persons.shown(seesIdentity),
      );
      const virtuals = found.filter(({ accountName }) => startsWithName(accountName, filters.AccountName));
      return pageOf(virtuals.slice(offset, offset + paging.pageSize), virtuals.length, paging, null);
    });
  }
}

/** The deposit accounts of the page, and the cursor behind them. */
async function pageOfDeposits(
  tx: Tx,
  condition: AccountCondition,
  keyset: Keyset,
  column: AccountSortColumn,
): Promise<{ rows: AccountView[]; nextAfter: string | null }> {
  const { orderBy: order, limit, offset } = keyset;
  const values = [...condition.values];
  const later = keyset.condition((value) => `$${values.push(value)}`);
  const text = later === undefined ? condition.text : `${condition.text} AND ${later}`;
  const found = await readDeposits(tx, { ...condition, text, values }, { order, limit, offset });
  return keyset.cut(found, (account) => accountKeys(account, column));
}

/** Compares the virtual account that a number found: its shown name is composed, so no column holds it. */
function startsWithName(accountName: string, beginning: string | undefined): boolean {
  return beginning === undefined || searchName(accountName, accountName.length * 4).startsWith(searchName(beginning));
}
