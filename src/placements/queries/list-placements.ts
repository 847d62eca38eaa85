import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { prefixRange } from '../../common/text/search-name';
import { Placement } from '../placement.entity';
import { STATUS_CONDITIONS } from '../placement-status';
import { Placements } from '../placements';
import type { ListPlacementsQuery, PlacementView } from '../placements.dto';

/** Lists the institution's placements. */
export class ListPlacements extends Query<Page<PlacementView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListPlacementsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = { id: 'placement.id', maturityDate: 'placement.maturity_date' } as const;

@QueryHandler(ListPlacements)
export class ListPlacementsHandler implements IQueryHandler<ListPlacements> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly placements: Placements,
  ) {}

  async execute({ institutionId, filters }: ListPlacements): Promise<Page<PlacementView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const businessDate = await this.placements.businessDate(tx, institutionId);
      const query = this.matchingPlacements(tx, institutionId, filters, businessDate);
      return listPage(tx, query, filters, (placement) => this.placements.view(placement, businessDate));
    });
  }

  private matchingPlacements(
    tx: Tx,
    institutionId: number,
    filters: ListPlacementsQuery,
    businessDate: string,
  ): SelectQueryBuilder<Placement> {
    const { Counterparty, ReferenceNumber, Status, MaturityDateFrom, MaturityDateTo, SortColumn, Direction } = filters;
    const query = tx
      .createQueryBuilder(Placement, 'placement')
      .where('placement.institution_id = :institutionId', { institutionId });
    if (Counterparty !== undefined)
      query.andWhere('placement.search_name ~>=~ :from AND placement.search_name ~<~ :to', prefixRange(Counterparty));
    if (ReferenceNumber !== undefined)
      query.andWhere('placement.reference_number = :ReferenceNumber', { ReferenceNumber });
    if (Status !== undefined) query.andWhere(STATUS_CONDITIONS[Status], { businessDate });
    if (MaturityDateFrom !== undefined)
      query.andWhere('placement.maturity_date >= :MaturityDateFrom', { MaturityDateFrom });
    if (MaturityDateTo !== undefined) query.andWhere('placement.maturity_date <= :MaturityDateTo', { MaturityDateTo });
    const direction = Direction === 'Asc' ? 'ASC' : 'DESC';
    return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('placement.id', direction);
  }
}
