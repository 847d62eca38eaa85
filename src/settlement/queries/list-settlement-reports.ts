import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import type { ListSettlementReportsQuery, SettlementReportView } from '../settlement.dto';
import { SettlementReport } from '../settlement-report.entity';
import { reportView } from '../settlement-views';

/** Settlement reports, latest first. */
export class ListSettlementReports extends Query<Page<SettlementReportView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListSettlementReportsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListSettlementReports)
export class ListSettlementReportsHandler implements IQueryHandler<ListSettlementReports> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListSettlementReports): Promise<Page<SettlementReportView>> {
    const { Provider, Direction } = filters;
    return this.unitOfWork.read(institutionId, (tx) => {
      const query = tx
        .createQueryBuilder(SettlementReport, 'report')
        .where('report.institution_id = :institutionId', { institutionId })
        .orderBy('report.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (Provider !== undefined) query.andWhere('report.provider = :Provider', { Provider });
      return listPage(tx, query, filters, reportView);
    });
  }
}
