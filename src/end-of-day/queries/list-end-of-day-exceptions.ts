import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import type { EndOfDayExceptionView, ListEndOfDayExceptionsQuery } from '../end-of-day.dto';
import { EndOfDayException } from '../end-of-day-exception.entity';
import { exceptionView } from '../end-of-day-views';

/** The exceptions of the steps, latest day first. */
export class ListEndOfDayExceptions extends Query<Page<EndOfDayExceptionView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListEndOfDayExceptionsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListEndOfDayExceptions)
export class ListEndOfDayExceptionsHandler implements IQueryHandler<ListEndOfDayExceptions> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListEndOfDayExceptions): Promise<Page<EndOfDayExceptionView>> {
    const { Date: date, Step: step, Open: open } = filters;
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(EndOfDayException, 'x')
        .where('x.institution_id = :institutionId', { institutionId });
      if (date !== undefined) query.andWhere('x.date = :date', { date });
      if (step !== undefined) query.andWhere('x.step = :step', { step });
      if (open !== undefined) query.andWhere(open ? 'x.resolved_at IS NULL' : 'x.resolved_at IS NOT NULL');
      query.orderBy('x.date', direction).addOrderBy('x.id', direction);
      return listPage(tx, query, filters, exceptionView);
    });
  }
}
