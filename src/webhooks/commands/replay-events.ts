import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiClients } from '../../auth/api-clients';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { placeOfEventId } from '../../events/catalogue/event-catalogue';
import { readerOf, readStretch } from '../delivery/deliverable-events';
import { PendingDeliveries } from '../delivery/pending-deliveries';
import { WebhookEndpoint } from '../webhook-endpoint.entity';
import { WebhookEndpoints } from '../webhook-endpoints';
import type { ReplayEventsBody } from '../webhooks.dto';
import { webhooksErrors } from '../webhooks.errors';

const SPAN_MAX = 10_000;

/** The events to send again, by their numbers; `part` for one event of its change. */
interface ReplayedSpan {
  from: number;
  to: number;
  part?: number;
}

/** Sends an endpoint one event or a span of events again, after what already waits for it. */
export class ReplayEvents extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly endpointId: number,
    readonly body: ReplayEventsBody,
  ) {
    super();
  }
}

@CommandHandler(ReplayEvents)
export class ReplayEventsHandler implements ICommandHandler<ReplayEvents> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly endpoints: WebhookEndpoints,
    private readonly pending: PendingDeliveries,
    private readonly clients: ApiClients,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws WEBHOOK_ENDPOINT_NOT_FOUND, EVENT_NOT_FOUND (404), WEBHOOK_WITHOUT_ADDRESS,
   *   REPLAY_SPAN_NOT_ALLOWED (422), VALIDATION_FAILED (400) for a span without a beginning or an end
   */
  async execute({ write, endpointId, body }: ReplayEvents): Promise<Outcome> {
    const { institutionId } = write;
    const { from, to, part } = spanOf(institutionId, body);
    return this.writes.run(write, { endpointId, ...body }, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, institutionId, endpointId);
      if (endpoint.url === null) throw webhooksErrors.WEBHOOK_WITHOUT_ADDRESS();
      const standing = await this.clients.standing(institutionId, endpoint.clientId);
      if (!standing) throw webhooksErrors.WEBHOOK_ENDPOINT_NOT_FOUND();
      const span = { after: from - 1, limit: SPAN_MAX, lastSeq: to };
      const { events } = await readStretch(tx, readerOf(endpoint, standing), span);
      const replayed = part === undefined ? events : events.filter((event) => event.part === part);
      if (replayed.length === 0) throw webhooksErrors.EVENT_NOT_FOUND();
      const lastPosition = await this.pending.add(tx, endpoint, replayed, { replayed: true });
      await tx.update(WebhookEndpoint, { institutionId, id: endpointId }, { lastPosition });
      await this.audit.record(tx, write, {
        action: 'webhook-endpoint.replay',
        subject: `webhook-endpoint:${endpointId}`,
        details: { from, to, ...(part === undefined ? {} : { part }), deliveries: replayed.length },
      });
      return Outcome.done({ deliveries: replayed.length });
    });
  }
}

/**
 * @throws VALIDATION_FAILED (400), REPLAY_SPAN_NOT_ALLOWED (422), EVENT_NOT_FOUND (404) for the id of another
 *   institution's event
 */
function spanOf(institutionId: number, { eventId, fromSequence, toSequence }: ReplayEventsBody): ReplayedSpan {
  if (eventId !== undefined) {
    if (fromSequence !== undefined || toSequence !== undefined)
      throw validationFailed([{ field: 'eventId', message: 'must not be sent together with a span' }]);
    const place = placeOfEventId(institutionId, eventId);
    if (!place) throw webhooksErrors.EVENT_NOT_FOUND();
    return { from: place.seq, to: place.seq, part: place.part };
  }
  if (fromSequence === undefined || toSequence === undefined)
    throw validationFailed([{ field: 'eventId', message: 'is required, or fromSequence and toSequence' }]);
  if (toSequence < fromSequence || toSequence - fromSequence >= SPAN_MAX)
    throw webhooksErrors.REPLAY_SPAN_NOT_ALLOWED();
  return { from: fromSequence, to: toSequence };
}
