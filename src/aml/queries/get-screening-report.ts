import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { AmlHold } from '../aml-hold.entity';
import type { PeriodQuery } from '../aml-holds.dto';
import type { ScreeningReportRow } from '../aml-reports.dto';
import { reportRows } from '../hold-views';
import { inPeriod } from '../in-period';

/** The AML screening report: the audit trail of every hold of a period. */
export class GetScreeningReport extends Query<Page<ScreeningReportRow>> {
  constructor(
    readonly institutionId: number,
    readonly filters: PeriodQuery,
  ) {
    super();
  }
}

@QueryHandler(GetScreeningReport)
export class GetScreeningReportHandler implements IQueryHandler<GetScreeningReport> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: GetScreeningReport): Promise<Page<ScreeningReportRow>> {
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(AmlHold, 'hold')
        .where('hold.institution_id = :institutionId', { institutionId });
      inPeriod(query, 'hold', filters);
      query.orderBy('hold.created_at', direction).addOrderBy('hold.id', direction);
      const page = await listPage(tx, query, filters, (hold) => hold);
      return { ...page, data: await reportRows(tx, institutionId, page.data) };
    });
  }
}
