import { Injectable } from '@nestjs/common';
import { ApiClients } from '../auth/api-clients';
import { AppConfig } from '../common/config/app-config';
import type { Tx } from '../common/database/unit-of-work';
import { allowedUrls } from '../common/gateway/allowed-urls';
import { SequencerHead } from '../common/sequencer/sequencer-head.entity';
import { Clock } from '../common/time/clock';
import { eventTypeOf } from '../events/catalogue/event-catalogue';
import { EVENT_STREAM } from '../events/event-numbering';
import { EndpointSecrets } from './endpoint-secrets';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import type { WebhookEndpointView } from './webhooks.dto';
import { webhooksErrors } from './webhooks.errors';

/** The terms of an endpoint, which staff choose. */
export interface EndpointTerms {
  url: string | null;
  description: string | null;
  eventTypes: string[];
  noticeEmail: string | null;
}

/** The types of events that an endpoint of the institution wants; the trigger and the ledger write no others. */
const STORE_WANTED = `UPDATE institution SET wanted_events = coalesce(
    (SELECT array_agg(DISTINCT wanted ORDER BY wanted) FROM webhook_endpoint, unnest(event_types) AS wanted
      WHERE institution_id = $1 AND status <> 'Removed'), '{}') WHERE institution_id = $1`;

/** The webhook endpoints of an institution. */
@Injectable()
export class WebhookEndpoints {
  private readonly isAllowed: (url: string) => boolean;

  constructor(
    private readonly secrets: EndpointSecrets,
    private readonly clients: ApiClients,
    private readonly clock: Clock,
    config: AppConfig,
  ) {
    this.isAllowed = allowedUrls(config.webhookPrivateAddresses);
  }

  /** Locks an endpoint that is not removed. @throws WEBHOOK_ENDPOINT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, id: number): Promise<WebhookEndpoint> {
    const endpoint = await tx.findOne(WebhookEndpoint, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    if (!endpoint || endpoint.status === 'Removed') throw webhooksErrors.WEBHOOK_ENDPOINT_NOT_FOUND();
    return endpoint;
  }

  /**
   * Adds an endpoint that gets the events from now on.
   * @returns the endpoint and its secret, which is not stored in clear
   * @throws API_CLIENT_NOT_FOUND (404), WEBHOOK_ADDRESS_NOT_ALLOWED, EVENT_SCOPE_MISSING (422)
   */
  async add(
    tx: Tx,
    {
      institutionId,
      id,
      clientId,
      terms,
    }: { institutionId: number; id: number; clientId: string; terms: EndpointTerms },
    author: string,
  ): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    await this.assertTerms(tx, institutionId, clientId, terms);
    const secret = this.secrets.issue();
    const head = await tx.findOneBy(SequencerHead, { institutionId, stream: EVENT_STREAM });
    const endpoint: WebhookEndpoint = {
      institutionId,
      id,
      clientId,
      ...terms,
      status: 'Active',
      pauseReason: null,
      pausedAt: null,
      sealedSecret: this.secrets.seal({ institutionId, id }, secret),
      previousSealedSecret: null,
      previousSecretEndsAt: null,
      fannedOutTo: head?.lastSeq ?? 0,
      lastPosition: 0,
      failures: 0,
      retryAt: null,
      lastSuccessAt: null,
      leasedUntil: null,
      leaseHolder: null,
      createdBy: author,
      createdAt: this.clock.now(),
    };
    await tx.insert(WebhookEndpoint, endpoint);
    await this.storeWanted(tx, institutionId);
    return { endpoint, secret };
  }

  /**
   * Changes the terms of a locked endpoint. It gets what it newly wants from now on.
   * @throws WEBHOOK_ADDRESS_NOT_ALLOWED, EVENT_SCOPE_MISSING (422)
   */
  async change(tx: Tx, endpoint: WebhookEndpoint, terms: EndpointTerms): Promise<WebhookEndpoint> {
    const { institutionId, id, clientId } = endpoint;
    await this.assertTerms(tx, institutionId, clientId, terms);
    await tx.update(WebhookEndpoint, { institutionId, id }, terms);
    await this.storeWanted(tx, institutionId);
    return { ...endpoint, ...terms };
  }

  /** Stores which types the institution's endpoints want, under the institution's lock. */
  async storeWanted(tx: Tx, institutionId: number): Promise<void> {
    await tx.query('SELECT 1 FROM institution WHERE institution_id = $1 FOR NO KEY UPDATE', [institutionId]);
    await tx.query(STORE_WANTED, [institutionId]);
  }

  /** The endpoint as staff see it. */
  view(endpoint: WebhookEndpoint): WebhookEndpointView {
    const { id, clientId, url, description, eventTypes, noticeEmail, status, pauseReason, pausedAt } = endpoint;
    const { previousSecretEndsAt, fannedOutTo, lastSuccessAt, createdAt } = endpoint;
    const isRotating = previousSecretEndsAt !== null && this.clock.now() < previousSecretEndsAt;
    return {
      id,
      clientId,
      url,
      description,
      eventTypes,
      noticeEmail,
      status,
      pauseReason,
      pausedAt,
      previousSecretEndsAt: isRotating ? previousSecretEndsAt : null,
      sequence: fannedOutTo,
      lastSuccessAt,
      createdAt,
    };
  }

  private async assertTerms(
    tx: Tx,
    institutionId: number,
    clientId: string,
    { url, eventTypes }: EndpointTerms,
  ): Promise<void> {
    if (url !== null && !this.isAllowed(url)) throw webhooksErrors.WEBHOOK_ADDRESS_NOT_ALLOWED();
    const { scopes } = await this.clients.lock(tx, institutionId, clientId);
    const missing = eventTypes.filter((type) => !scopes.includes(eventTypeOf(type).scope));
    if (missing.length > 0)
      throw webhooksErrors.EVENT_SCOPE_MISSING(
        `The API client lacks the scopes of ${missing.join(', ')}; give it the scopes first, or leave the types out.`,
      );
  }
}
