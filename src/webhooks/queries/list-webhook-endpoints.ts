import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { WebhookEndpoints } from '../webhook-endpoints';
import type { ListWebhookEndpointsQuery, WebhookEndpointView } from '../webhooks.dto';

/** The webhook endpoints of the institution. */
export class ListWebhookEndpoints extends Query<Page<WebhookEndpointView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListWebhookEndpointsQuery,
  ) {
    super();
  }
}

@QueryHandler(ListWebhookEndpoints)
export class ListWebhookEndpointsHandler implements IQueryHandler<ListWebhookEndpoints> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly endpoints: WebhookEndpoints,
  ) {}

  async execute({ institutionId, filters }: ListWebhookEndpoints): Promise<Page<WebhookEndpointView>> {
    const { ClientId, Status, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(WebhookEndpoint, 'endpoint')
        .where('endpoint.institution_id = :institutionId', { institutionId });
      if (ClientId !== undefined) query.andWhere('endpoint.client_id = :ClientId', { ClientId });
      if (Status !== undefined) query.andWhere('endpoint.status = :Status', { Status });
      query.orderBy('endpoint.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, (endpoint) => this.endpoints.view(endpoint));
    });
  }
}
