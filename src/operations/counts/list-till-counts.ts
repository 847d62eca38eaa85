import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { operationsErrors } from '../operations.errors';
import { Till } from '../till.entity';
import { TillCount } from './till-count.entity';
import { tillCountView } from './till-count-view';
import type { ListTillCountsQuery, TillCountView } from './till-counts.dto';

/** The counts of a till, by default the latest first. */
export class ListTillCounts extends Query<Page<TillCountView>> {
  constructor(
    readonly institutionId: number,
    readonly tillId: number,
    readonly filters: ListTillCountsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListTillCounts)
export class ListTillCountsHandler implements IQueryHandler<ListTillCounts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws TILL_NOT_FOUND (404) */
  async execute({ institutionId, tillId, filters }: ListTillCounts): Promise<Page<TillCountView>> {
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      if (!(await tx.existsBy(Till, { institutionId, id: tillId }))) throw operationsErrors.TILL_NOT_FOUND();
      const query = tx
        .createQueryBuilder(TillCount, 'c')
        .where('c.institution_id = :institutionId AND c.till_id = :tillId', { institutionId, tillId })
        .orderBy('c.businessDate', direction)
        .addOrderBy('c.id', direction);
      if (filters.BusinessDate !== undefined) query.andWhere('c.business_date = :date', { date: filters.BusinessDate });
      return listPage(tx, query, filters, tillCountView);
    });
  }
}
