import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Clock } from '../../common/time/clock';
import { ApiClient } from '../api-client.entity';
import { type ApiClientView, apiClientView, type ListApiClientsQuery } from '../api-clients.dto';

/** Lists the API clients of the institution, newest first. */
export class ListApiClients extends Query<Page<ApiClientView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListApiClientsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListApiClients)
export class ListApiClientsHandler implements IQueryHandler<ListApiClients> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ institutionId, filters }: ListApiClients): Promise<Page<ApiClientView>> {
    const { ClientId, Status, ParentAccountNumber, Direction } = filters;
    return this.unitOfWork.read(institutionId, (tx) => {
      const order = Direction === 'Asc' ? 'ASC' : 'DESC';
      const query = tx
        .createQueryBuilder(ApiClient, 'c')
        .where('c.institution_id = :institutionId', { institutionId })
        .orderBy('c.createdAt', order)
        .addOrderBy('c.id', order);
      if (ClientId !== undefined) query.andWhere('c.client_id = :ClientId', { ClientId });
      if (Status !== undefined) query.andWhere('c.status = :Status', { Status });
      if (ParentAccountNumber !== undefined)
        query.andWhere('c.parent_account_number = :ParentAccountNumber', { ParentAccountNumber });
      return listPage(tx, query, filters, (client) => apiClientView(client, this.clock.now()));
    });
  }
}
