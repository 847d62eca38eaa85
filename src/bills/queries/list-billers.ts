import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pagingOf } from '../../common/database/list-page';
import { type Page, pageOf } from '../../common/http/paging';
import { Integrations } from '../../institutions/integrations/integrations';
import { billerView } from '../biller';
import { BillerCatalogue } from '../biller-catalogue';
import type { BillerView, ListBillersQuery } from '../bills.dto';

/** The billers whose bills can be paid, sorted by name. */
export class ListBillers extends Query<Page<BillerView>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListBillersQuery,
  ) {
    super();
  }
}

@QueryHandler(ListBillers)
export class ListBillersHandler implements IQueryHandler<ListBillers> {
  constructor(
    private readonly integrations: Integrations,
    private readonly catalogue: BillerCatalogue,
  ) {}

  /** @throws INTEGRATION_NOT_ENABLED, GATEWAY_UNAVAILABLE (503) */
  async execute({ institutionId, query }: ListBillers): Promise<Page<BillerView>> {
    const { target, provider } = await this.integrations.require(institutionId, 'bills', query.Provider);
    const wanted = query.Category?.toLowerCase();
    const billers = (await this.catalogue.list(target)).filter(
      ({ category }) => wanted === undefined || category.toLowerCase() === wanted,
    );
    const ordered = query.Direction === 'Asc' ? billers : billers.toReversed();
    const offset = (query.PageNumber - 1) * query.PageSize;
    const rows = ordered.slice(offset, offset + query.PageSize).map((biller) => billerView(biller, provider));
    return pageOf(rows, ordered.length, pagingOf(query));
  }
}
