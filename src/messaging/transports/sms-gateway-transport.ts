import { Injectable } from '@nestjs/common';
import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import { GatewayClient } from '../../common/gateway/gateway-client';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { SMS_KEYS } from '../messaging.settings';
import type { DeliveryOutcome, MessageTransport, OutgoingMessage } from './message-transport';

/** HTTP statuses that refuse the message itself. All others may pass in a later attempt. */
const REFUSAL_STATUSES = new Set([400, 413, 422]);

/**
 * Sends SMS through the institution's gateway: `POST /sms/messages` with `messageId`, `to`, `message` and `senderId`.
 * The message's id is the idempotency key of every attempt, so a message that has arrived is not sent to the phone
 * again.
 */
@Injectable()
export class SmsGatewayTransport implements MessageTransport {
  readonly name = 'gateway';

  constructor(
    private readonly gateway: GatewayClient,
    private readonly settings: InstitutionSettings,
  ) {}

  async missingSettings(institutionId: number): Promise<string[]> {
    const { SMS_ENABLED, SMS_BASE_URL } = await this.settings.getMany(institutionId, SMS_KEYS);
    return [
      ...(SMS_ENABLED === 'true' ? [] : ['SMS_ENABLED']),
      ...(SMS_BASE_URL === undefined ? ['SMS_BASE_URL'] : []),
    ];
  }

  async send({ institutionId, id, recipient, body }: OutgoingMessage): Promise<DeliveryOutcome> {
    const settings = await this.settings.getMany(institutionId, SMS_KEYS);
    const target = {
      institutionId,
      provider: 'sms',
      baseUrl: settings.SMS_BASE_URL!,
      headers: JSON.parse(settings.SMS_HEADERS_JSON ?? '{}') as Record<string, string>,
      ...(settings.SMS_SHARED_GATEWAY_KEY === undefined ? {} : { gatewayKey: settings.SMS_SHARED_GATEWAY_KEY }),
    };
    const message = {
      messageId: String(id),
      to: recipient,
      message: body,
      ...(settings.SMS_SENDER_ID === undefined ? {} : { senderId: settings.SMS_SENDER_ID }),
    };
    // The job runner repeats failed attempts with pauses, so the gateway client must not: each attempt is one call.
    return deliveryOutcome(
      await this.gateway.call(target, {
        method: 'POST',
        path: '/sms/messages',
        body: message,
        idempotencyKey: String(id),
        idempotent: false,
      }),
    );
  }
}

function deliveryOutcome(answer: GatewayAnswer): DeliveryOutcome {
  if (answer.outcome !== 'answered') {
    const status = 'status' in answer ? `, status ${answer.status}` : '';
    return { outcome: 'not-delivered', reason: `The SMS gateway gave no answer (${answer.reason}${status}).` };
  }
  const { status, body } = answer;
  if (status < 300)
    return {
      outcome: 'sent',
      providerReference: typeof body.messageReference === 'string' ? body.messageReference : null,
    };
  const detail = typeof body.message === 'string' ? `: ${body.message}` : '';
  return {
    outcome: REFUSAL_STATUSES.has(status) ? 'refused' : 'not-delivered',
    reason: `The SMS gateway answered ${status}${detail}`,
  };
}
