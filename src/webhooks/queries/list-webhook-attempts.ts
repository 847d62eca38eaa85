import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { WebhookAttempt } from '../webhook-attempt.entity';
import { WebhookDelivery } from '../webhook-delivery.entity';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import type { WebhookAttemptView } from '../webhooks.dto';
import { webhooksErrors } from '../webhooks.errors';

/** The attempts of one delivery, in their order. */
export class ListWebhookAttempts extends Query<WebhookAttemptView[]> {
  constructor(
    readonly institutionId: number,
    readonly endpointId: number,
    readonly position: number,
  ) {
    super();
  }
}

@QueryHandler(ListWebhookAttempts)
export class ListWebhookAttemptsHandler implements IQueryHandler<ListWebhookAttempts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws WEBHOOK_ENDPOINT_NOT_FOUND, WEBHOOK_DELIVERY_NOT_FOUND (404) */
  async execute({ institutionId, endpointId, position }: ListWebhookAttempts): Promise<WebhookAttemptView[]> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      if (!(await tx.existsBy(WebhookEndpoint, { institutionId, id: endpointId })))
        throw webhooksErrors.WEBHOOK_ENDPOINT_NOT_FOUND();
      if (!(await tx.existsBy(WebhookDelivery, { institutionId, endpointId, position })))
        throw webhooksErrors.WEBHOOK_DELIVERY_NOT_FOUND();
      const attempts = await tx.find(WebhookAttempt, {
        where: { institutionId, endpointId, position },
        order: { attempt: 'ASC' },
      });
      return attempts.map(({ attempt, at, httpStatus, error, durationMs }) => ({
        attempt,
        at,
        httpStatus,
        error,
        durationMs,
      }));
    });
  }
}
