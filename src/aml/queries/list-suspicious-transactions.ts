import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import type { PeriodQuery } from '../aml-holds.dto';
import type { SuspiciousTransactionView } from '../aml-reports.dto';
import { inPeriod } from '../in-period';
import { SuspiciousTransaction } from '../suspicious-transaction.entity';
import { suspiciousTransactionView } from '../suspicious-transaction-view';

/** The suspicious transactions of a period. */
export class ListSuspiciousTransactions extends Query<Page<SuspiciousTransactionView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: PeriodQuery,
  ) {
    super();
  }
}

@QueryHandler(ListSuspiciousTransactions)
export class ListSuspiciousTransactionsHandler implements IQueryHandler<ListSuspiciousTransactions> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListSuspiciousTransactions): Promise<Page<SuspiciousTransactionView>> {
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(SuspiciousTransaction, 'finding')
        .where('finding.institution_id = :institutionId', { institutionId });
      inPeriod(query, 'finding', filters);
      query.orderBy('finding.created_at', direction).addOrderBy('finding.id', direction);
      return listPage(tx, query, filters, suspiciousTransactionView);
    });
  }
}
