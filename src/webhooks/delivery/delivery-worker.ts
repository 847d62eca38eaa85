import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Housekeeping } from '../../common/housekeeping';
import { jsonText } from '../../common/money/large-naira';
import { Clock } from '../../common/time/clock';
import { EVENT_DAYS, EventNumbering } from '../../events/event-numbering';
import { EndpointSecrets } from '../endpoint-secrets';
import type { WebhookEndpoint } from '../webhook-endpoint.entity';
import { DeliveryOutcomes } from './delivery-outcomes';
import { deliverRound } from './delivery-round';
import { EndpointLeases, type LeasedEndpoint } from './endpoint-leases';
import { EventSender } from './event-sender';
import { DELIVERIES_IN_ROUND_MAX, PendingDeliveries } from './pending-deliveries';

const EVERY_MS = 250;
/** Endpoints that one process serves at once. A slow one delays no other. */
const ENDPOINTS_MAX = 32;

/** Delivers events to endpoints, at least once and in order for each resource (docs/api/events.md#delivery). */
@Injectable()
export class DeliveryWorker implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  /** By institution and endpoint. */
  private readonly serving = new Map<string, Promise<void>>();
  private looking: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly numbering: EventNumbering,
    private readonly leases: EndpointLeases,
    private readonly pending: PendingDeliveries,
    private readonly outcomes: DeliveryOutcomes,
    private readonly sender: EventSender,
    private readonly secrets: EndpointSecrets,
    private readonly clock: Clock,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    const expired = `now() - interval '${EVENT_DAYS} days'`;
    this.housekeeping.register({
      table: 'webhook_delivery',
      key: 'endpoint_id, position',
      where: `created_at < ${expired}`,
    });
    this.housekeeping.register({
      table: 'webhook_attempt',
      key: 'endpoint_id, position, attempt',
      where: `at < ${expired}`,
    });
  }

  /** Begins to serve the endpoints that have work and that no process serves. */
  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (this.looking || this.stopped) return;
    this.looking = this.look().finally(() => (this.looking = undefined));
    await this.looking;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.looking;
    await Promise.all(this.serving.values());
  }

  private async look(): Promise<void> {
    try {
      for (const institutionId of await this.numbering.interestedInstitutions())
        for (const id of await this.leases.find(institutionId)) this.begin(institutionId, id);
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'Webhook endpoints could not be read; the next round tries again.');
    }
  }

  private begin(institutionId: number, id: number): void {
    const key = `${institutionId}|${id}`;
    if (this.stopped || this.serving.has(key) || this.serving.size >= ENDPOINTS_MAX) return;
    const served = this.serve(institutionId, id)
      .catch((error: unknown) =>
        this.logger.warn(
          { err: error as Error, institutionId, endpointId: id },
          'Events could not be delivered to an endpoint; the next round tries again.',
        ),
      )
      .finally(() => this.serving.delete(key));
    this.serving.set(key, served);
  }

  /** Delivers to one endpoint until nothing is left, the endpoint fails, or another process has it. */
  async serve(institutionId: number, id: number): Promise<void> {
    let leased = await this.leases.take(institutionId, id);
    if (!leased) return;
    try {
      while (leased && !this.stopped && (await this.round(leased))) leased = await this.leases.take(institutionId, id);
    } finally {
      await this.leases.release(institutionId, id);
    }
  }

  /** @returns true while there may be more to deliver at once */
  private async round({ endpoint, sendUntilMs }: LeasedEndpoint): Promise<boolean> {
    const { url } = endpoint;
    const client = await this.pending.activeClient(endpoint);
    if (url === null || !client) return false;
    let due = await this.pending.load(endpoint, client);
    let hasMore = false;
    if (due.length < DELIVERIES_IN_ROUND_MAX) {
      hasMore = await this.pending.fanOut(endpoint, client);
      due = await this.pending.load(endpoint, client);
    }
    if (due.length === 0) return hasMore;
    const tried = await this.deliver(endpoint, url, due, sendUntilMs);
    return (await this.outcomes.store(endpoint, tried)) && tried.length > 0;
  }

  private deliver(
    endpoint: WebhookEndpoint,
    url: string,
    due: Awaited<ReturnType<PendingDeliveries['load']>>,
    sendUntilMs: number,
  ): ReturnType<typeof deliverRound> {
    const secrets = this.secrets.valid(endpoint, this.clock.now());
    return deliverRound(due, {
      send: ({ body }) => this.sender.send({ url, secrets, id: body.id, body: jsonText(body) }),
      mayBegin: () => !this.stopped && performance.now() < sendUntilMs,
    });
  }
}
