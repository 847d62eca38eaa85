import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../../common/database/list-page';
import { type Page, pageOf } from '../../../common/http/paging';
import { type Bank, BankList } from '../bank-list';
import type { ListBanksQuery } from '../banks.dto';

/** The institutions that can receive transfers, by name. */
export class ListBanks extends Query<Page<Bank>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListBanksQuery,
  ) {
    super();
  }
}

@QueryHandler(ListBanks)
export class ListBanksHandler implements IQueryHandler<ListBanks> {
  constructor(private readonly banks: BankList) {}

  /** @throws INTEGRATION_NOT_ENABLED, GATEWAY_UNAVAILABLE (503) */
  async execute({ institutionId, query }: ListBanks): Promise<Page<Bank>> {
    const banks = await this.banks.of(institutionId);
    const ordered = [...banks].sort(
      (a, b) => a.bankName.localeCompare(b.bankName, 'en') * (query.Direction === 'Desc' ? -1 : 1),
    );
    const first = (query.PageNumber - 1) * query.PageSize;
    return pageOf(ordered.slice(first, first + query.PageSize), banks.length, pagingOf(query));
  }
}
