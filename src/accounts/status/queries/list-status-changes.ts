import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../../common/database/list-page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { StaffActor } from '../../../common/http/actor';
import type { Page } from '../../../common/http/paging';
import { AccountStatusChange } from '../account-status-change.entity';
import { shownAuthor } from '../aml-freeze';
import type { ListStatusChangesQuery, StatusChangeView } from '../status.dto';

/** Lists changes of account statuses with actor, time and reason. */
export class ListStatusChanges extends Query<Page<StatusChangeView>> {
  constructor(
    readonly staff: Pick<StaffActor, 'institutionId' | 'permissions'>,
    readonly filters: ListStatusChangesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListStatusChanges)
export class ListStatusChangesHandler implements IQueryHandler<ListStatusChanges> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ staff, filters }: ListStatusChanges): Promise<Page<StatusChangeView>> {
    const { institutionId, permissions } = staff;
    const { AccountNumber, Direction } = filters;
    const order = Direction === 'Asc' ? 'ASC' : 'DESC';
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(AccountStatusChange, 'change')
        .where('change.institution_id = :institutionId', { institutionId });
      if (AccountNumber !== undefined) query.andWhere('change.account_number = :AccountNumber', { AccountNumber });
      query.orderBy('change.at', order).addOrderBy('change.id', order);
      return listPage(tx, query, filters, (change) =>
        shownAuthor(permissions, statusChangeView(change), { reason: null }, change.reason),
      );
    });
  }
}

function statusChangeView({
  id,
  accountNumber,
  fromStatus,
  toStatus,
  reason,
  actor,
  checker,
  at,
  endsId,
  orderedBy,
}: AccountStatusChange): StatusChangeView {
  const change = { id, accountNumber, fromStatus, toStatus, reason, actor, checker, at: at.toISOString() };
  return { ...change, endsFreezeID: endsId, orderedBy };
}
