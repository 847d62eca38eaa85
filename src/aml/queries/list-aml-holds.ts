import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { AmlHold } from '../aml-hold.entity';
import type { AmlHoldView, ListAmlHoldsQuery } from '../aml-holds.dto';
import { holdViews } from '../hold-views';
import { inPeriod } from '../in-period';

/** AML holds, decided ones included. */
export class ListAmlHolds extends Query<Page<AmlHoldView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListAmlHoldsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListAmlHolds)
export class ListAmlHoldsHandler implements IQueryHandler<ListAmlHolds> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListAmlHolds): Promise<Page<AmlHoldView>> {
    const { Status, ReferenceNumber, AccountNumber } = filters;
    const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(AmlHold, 'hold')
        .where('hold.institution_id = :institutionId', { institutionId });
      if (Status !== undefined) query.andWhere('hold.status = :status', { status: Status });
      if (ReferenceNumber !== undefined) query.andWhere('hold.reference = :reference', { reference: ReferenceNumber });
      if (AccountNumber !== undefined)
        query.andWhere('hold.account_number = :accountNumber', { accountNumber: AccountNumber });
      inPeriod(query, 'hold', filters);
      query.orderBy('hold.created_at', direction).addOrderBy('hold.id', direction);
      const page = await listPage(tx, query, filters, (hold) => hold);
      return { ...page, data: await holdViews(tx, institutionId, page.data) };
    });
  }
}
