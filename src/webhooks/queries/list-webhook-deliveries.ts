import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { WebhookDelivery } from '../webhook-delivery.entity';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import type { ListWebhookDeliveriesQuery, WebhookDeliveryView } from '../webhooks.dto';
import { webhooksErrors } from '../webhooks.errors';

/** The deliveries of an endpoint, the last ones first. */
export class ListWebhookDeliveries extends Query<Page<WebhookDeliveryView>> {
  constructor(
    readonly institutionId: number,
    readonly endpointId: number,
    readonly filters: ListWebhookDeliveriesQuery,
  ) {
    super();
  }
}

@QueryHandler(ListWebhookDeliveries)
export class ListWebhookDeliveriesHandler implements IQueryHandler<ListWebhookDeliveries> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws WEBHOOK_ENDPOINT_NOT_FOUND (404) */
  async execute({ institutionId, endpointId, filters }: ListWebhookDeliveries): Promise<Page<WebhookDeliveryView>> {
    const { Status, Type, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      if (!(await tx.existsBy(WebhookEndpoint, { institutionId, id: endpointId })))
        throw webhooksErrors.WEBHOOK_ENDPOINT_NOT_FOUND();
      const query = tx
        .createQueryBuilder(WebhookDelivery, 'delivery')
        .where('delivery.institution_id = :institutionId AND delivery.endpoint_id = :endpointId', {
          institutionId,
          endpointId,
        });
      if (Status !== undefined) query.andWhere('delivery.status = :Status', { Status });
      if (Type !== undefined) query.andWhere('delivery.type = :Type', { Type });
      query.orderBy('delivery.position', Direction === 'Asc' ? 'ASC' : 'DESC');
      return listPage(tx, query, filters, deliveryView);
    });
  }
}

function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  const { institutionId, position, seq, part, type, resource, replayed, status, attempts } = delivery;
  const { lastHttpStatus, lastError, dueAt, finishedAt, createdAt } = delivery;
  return {
    position,
    eventId: `evt-${institutionId}-${seq}-${part}`,
    type,
    resource,
    replayed,
    status,
    attempts,
    lastHttpStatus,
    lastError,
    dueAt: status === 'Pending' ? dueAt : null,
    finishedAt,
    createdAt,
  };
}
