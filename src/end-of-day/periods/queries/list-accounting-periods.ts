import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { AccountingPeriod } from '../accounting-period.entity';
import type { AccountingPeriodView, ListAccountingPeriodsQuery } from '../accounting-periods.dto';
import { periodView } from '../period-view';

/** Periods that are closed or wait for it, latest first. */
export class ListAccountingPeriods extends Query<Page<AccountingPeriodView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListAccountingPeriodsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListAccountingPeriods)
export class ListAccountingPeriodsHandler implements IQueryHandler<ListAccountingPeriods> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListAccountingPeriods): Promise<Page<AccountingPeriodView>> {
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(AccountingPeriod, 'p')
        .where('p.institution_id = :institutionId', { institutionId });
      if (filters.Kind !== undefined) query.andWhere('p.kind = :kind', { kind: filters.Kind });
      query.orderBy('p.lastDay', direction).addOrderBy('p.id', direction);
      return listPage(tx, query, filters, periodView);
    });
  }
}
