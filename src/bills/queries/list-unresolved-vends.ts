import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Payout } from '../../payouts/payout.entity';
import type { ListUnresolvedVendsQuery, UnresolvedVendView } from '../bills-admin.dto';
import { BILL_VEND } from '../vend-kind';
import { recordOfPayout, vendRowView } from '../vend-record';

/** Vends that wait for staff: failed without a reversal, to be confirmed manually, or disputed. */
export class ListUnresolvedVends extends Query<Page<UnresolvedVendView>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListUnresolvedVendsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListUnresolvedVends)
export class ListUnresolvedVendsHandler implements IQueryHandler<ListUnresolvedVends> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, query }: ListUnresolvedVends): Promise<Page<UnresolvedVendView>> {
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, (tx) => {
      const unresolved = tx
        .createQueryBuilder(Payout, 'p')
        // The literals repeat the condition of ix_payout_unresolved, which the planner uses only for them.
        .where(
          `p.institution_id = :institutionId AND p.kind = :kind
           AND (p.status IN ('Failed', 'ConfirmManually') OR p.disputed)`,
          { institutionId, kind: BILL_VEND },
        )
        .orderBy('p.createdAt', direction)
        .addOrderBy('p.id', direction);
      return listPage(tx, unresolved, query, unresolvedView);
    });
  }
}

function unresolvedView(payout: Payout): UnresolvedVendView {
  const { sessionId, disputed, sends, queries, lastAttemptAt } = payout;
  return {
    ...vendRowView(recordOfPayout(payout)),
    responseMessage: payout.responseMessage,
    providerReference: sessionId,
    disputed,
    sends,
    queries,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  };
}
