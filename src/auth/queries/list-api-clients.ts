import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { Clock } from '../../common/time/clock';
import { ClientLimits, NO_CLIENT_AMOUNTS } from '../../ledger/engine/client-limits';
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
    private readonly limits: ClientLimits,
  ) {}

  async execute({ institutionId, filters }: ListApiClients): Promise<Page<ApiClientView>> {
    const { ClientId, Status, ParentAccountNumber, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
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
      const page = await listPage(tx, query, filters, (client) => client);
      const amounts = await this.limits.find(
        tx,
        institutionId,
        page.data.map(({ clientId }) => clientId),
      );
      const now = this.clock.now();
      return {
        ...page,
        data: page.data.map((client) => apiClientView(client, amounts.get(client.clientId) ?? NO_CLIENT_AMOUNTS, now)),
      };
    });
  }
}
