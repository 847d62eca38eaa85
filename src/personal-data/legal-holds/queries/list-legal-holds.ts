import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LegalHold } from '../../../accounts/legal-holds/legal-hold.entity';
import { holdInForce } from '../../../accounts/legal-holds/legal-holds';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { Institution } from '../../../institutions/institution.entity';
import { legalHoldView } from '../legal-hold-view';
import type { LegalHoldView, ListLegalHoldsQuery } from '../legal-holds.dto';

/** Lists the institution's legal holds, latest first by default. */
export class ListLegalHolds extends Query<Page<LegalHoldView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListLegalHoldsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListLegalHolds)
export class ListLegalHoldsHandler implements IQueryHandler<ListLegalHolds> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListLegalHolds): Promise<Page<LegalHoldView>> {
    const { CustomerID, InForce, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
      const query = tx
        .createQueryBuilder(LegalHold, 'h')
        .where('h.institution_id = :institutionId', { institutionId })
        .orderBy('h.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (CustomerID !== undefined) query.andWhere('h.customer_number = :CustomerID', { CustomerID });
      if (InForce !== undefined) query.andWhere(`(${holdInForce(':institutionId')}) IS ${InForce ? 'TRUE' : 'FALSE'}`);
      return listPage(tx, query, filters, (hold) => legalHoldView(hold, businessDate));
    });
  }
}
