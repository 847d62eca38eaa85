import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import type { PagingQuery } from '../../common/http/paging.dto';
import type { EndOfDayView } from '../end-of-day.dto';
import { EndOfDayRun } from '../end-of-day-run.entity';
import { endOfDayView } from '../end-of-day-views';
import { OpenExceptions } from '../open-exceptions';

/** The closings of business dates with their proofs, latest first. */
export class ListEndOfDays extends Query<Page<EndOfDayView>> {
  constructor(
    readonly institutionId: number,
    readonly paging: PagingQuery,
  ) {
    super();
  }
}

@QueryHandler(ListEndOfDays)
export class ListEndOfDaysHandler implements IQueryHandler<ListEndOfDays> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly openExceptions: OpenExceptions,
  ) {}

  async execute({ institutionId, paging }: ListEndOfDays): Promise<Page<EndOfDayView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(EndOfDayRun, 'r')
        .where('r.institution_id = :institutionId', { institutionId })
        .orderBy('r.date', paging.Direction === 'Asc' ? 'ASC' : 'DESC');
      const page = await listPage(tx, query, paging, (run) => run);
      const open = await this.openExceptions.countByStep(
        tx,
        institutionId,
        page.data.map(({ date }) => date),
      );
      const openOf = (date: string): number =>
        open.reduce((sum, counted) => (counted.date === date ? sum + counted.count : sum), 0);
      return { ...page, data: page.data.map((run) => endOfDayView(run, openOf(run.date))) };
    });
  }
}
