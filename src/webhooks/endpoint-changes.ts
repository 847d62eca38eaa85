import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { EventNumbering } from '../events/event-numbering';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import type { WebhookEndpoint } from './webhook-endpoint.entity';
import { type EndpointTerms, WebhookEndpoints } from './webhook-endpoints';
import type { WebhookEndpointSecretView, WebhookEndpointView } from './webhooks.dto';
import { webhooksPermissions } from './webhooks.permissions';

export const CHANGE_WEBHOOK_ENDPOINT = 'change-webhook-endpoint';

function termsOf({ url, description, eventTypes, noticeEmail }: WebhookEndpoint): EndpointTerms {
  return { url, description, eventTypes, noticeEmail };
}

/** Webhook endpoints: what they are sent leaves the institution, so a second person approves where it goes. */
@Injectable()
@MemberOf(ChangeKinds)
export class EndpointChanges implements ChangeKind {
  readonly operation = CHANGE_WEBHOOK_ENDPOINT;
  readonly title = 'Webhook endpoint';
  readonly covers =
    'a new webhook endpoint, whose secret the second person gets, once; another address or further event types of one';
  readonly permission = webhooksPermissions.manageWebhooks;

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly numbering: EventNumbering,
  ) {}

  async present(tx: Tx, institutionId: number, target: string): Promise<ChangeFields> {
    return { ...termsOf(await this.endpoints.lock(tx, institutionId, Number(target))) };
  }

  /**
   * @throws WEBHOOK_ENDPOINT_NOT_FOUND, API_CLIENT_NOT_FOUND (404), WEBHOOK_ADDRESS_NOT_ALLOWED, EVENT_SCOPE_MISSING
   *   (422)
   */
  async apply(
    tx: Tx,
    institutionId: number,
    { target, before, after }: ConfigurationChange,
    author: string,
  ): Promise<WebhookEndpointView | WebhookEndpointSecretView> {
    const id = Number(target);
    if (before === null) {
      const { clientId, ...terms } = after as unknown as EndpointTerms & { clientId: string };
      const { endpoint, secret } = await this.endpoints.add(tx, { institutionId, id, clientId, terms }, author);
      return { ...this.endpoints.view(endpoint), secret };
    }
    const endpoint = await this.endpoints.lock(tx, institutionId, id);
    return this.endpoints.view(await this.endpoints.change(tx, endpoint, { ...termsOf(endpoint), ...after }));
  }

  audited({ target, before }: ConfigurationChange): AuditedChange[] {
    const action = before === null ? 'webhook-endpoint.create' : 'webhook-endpoint.update';
    return [{ action, subject: `webhook-endpoint:${target}` }];
  }

  /** One person may describe an endpoint, take types away, and let it only pull. */
  isImmediate(_tx: Tx, _institutionId: number, { before, after }: ConfigurationChange): Promise<boolean> {
    if (before === null) return Promise.resolve(false);
    const types = before.eventTypes as string[] | undefined;
    const addsTypes = ((after.eventTypes ?? []) as string[]).some((type) => !types?.includes(type));
    const movesAddress = after.url !== undefined && after.url !== null;
    return Promise.resolve(!addsTypes && !movesAddress);
  }

  committed(): void {
    this.numbering.forgetInterest();
  }
}
