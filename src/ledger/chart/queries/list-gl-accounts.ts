import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { prefixRange } from '../../../common/text/search-name';
import { GlAccount } from '../gl-account.entity';
import type { LedgerView, ListLedgersQuery } from '../gl-accounts.dto';
import { ledgerViews } from '../ledger-views';

/** Lists the chart of accounts; by code, unless the query names another order. */
export class ListGlAccounts extends Query<Page<LedgerView>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListLedgersQuery,
  ) {
    super();
  }
}

const SORT = { Code: 'g.code', Name: 'g.searchName' } as const;

@QueryHandler(ListGlAccounts)
export class ListGlAccountsHandler implements IQueryHandler<ListGlAccounts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, query }: ListGlAccounts): Promise<Page<LedgerView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.select(tx, institutionId, query), query, (ledger) => ledger);
      return { ...page, data: await ledgerViews(tx, institutionId, page.data) };
    });
  }

  private select(tx: Tx, institutionId: number, query: ListLedgersQuery): SelectQueryBuilder<GlAccount> {
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    const select = tx.createQueryBuilder(GlAccount, 'g').where('g.institution_id = :institutionId', { institutionId });
    if (query.Code !== undefined) select.andWhere('starts_with(g.code, :code)', { code: query.Code });
    if (query.Name !== undefined) {
      const { from, to } = prefixRange(query.Name);
      select.andWhere('g.search_name ~>=~ :from AND g.search_name ~<~ :to', { from, to });
    }
    if (query.Category !== undefined) select.andWhere('g.category = :category', { category: query.Category });
    return select.orderBy(SORT[query.SortColumn ?? 'Code'], direction).addOrderBy('g.id', direction);
  }
}
