import { Injectable } from '@nestjs/common';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../common/gateway/gateway-call';
import { GatewayClient } from '../common/gateway/gateway-client';
import type { Card } from './card.entity';

/** A change of a card that is requested from its provider. */
export type ProviderChange =
  | { action: 'block' | 'unblock'; reason?: string | undefined }
  | { action: 'delete' }
  | { action: 'set-channels'; atm: boolean; pos: boolean; web: boolean }
  | { action: 'set-pin'; pin: string };

/** The provider's idempotency key of the request that links a card, the same at every attempt. */
export function linkReference({ institutionId, id }: Pick<Card, 'institutionId' | 'id'>): string {
  return `CARD-${institutionId}-${id}`;
}

function changeRequest(
  cardReference: string,
  change: ProviderChange,
): Pick<GatewayRequest, 'method' | 'path' | 'body'> {
  const path = `/cards/${encodeURIComponent(cardReference)}`;
  switch (change.action) {
    case 'block':
    case 'unblock':
      return {
        method: 'PUT',
        path: `${path}/${change.action}`,
        body: change.reason === undefined ? {} : { reason: change.reason },
      };
    case 'delete':
      return { method: 'DELETE', path };
    case 'set-channels':
      return { method: 'PUT', path: `${path}/channels`, body: { atm: change.atm, pos: change.pos, web: change.web } };
    case 'set-pin':
      return { method: 'PUT', path: `${path}/pin`, body: { pin: change.pin } };
  }
}

/** The calls to the card middleware (`openapi/gateway.json`, Cards). Never call it inside a transaction. */
@Injectable()
export class CardGateway {
  constructor(private readonly client: GatewayClient) {}

  /**
   * Sends the request once, because the meaning of an answer depends on the number of attempts.
   * @param pan the whole number, for a card without a serial number.
   */
  link(target: GatewayTarget, card: Card, pan: string | undefined): Promise<GatewayAnswer> {
    const { accountNumber, serialNumber, nameOnCard, expiryDate } = card;
    const reference = linkReference(card);
    const number = serialNumber === null ? { cardPan: pan } : { serialNumber };
    const body = {
      reference,
      accountNumber,
      ...number,
      ...(nameOnCard === null ? {} : { nameOnCard }),
      ...(expiryDate === null ? {} : { expiryDate }),
    };
    return this.client.call(target, {
      method: 'POST',
      path: `/${target.provider}/cards/link`,
      body,
      idempotencyKey: reference,
      idempotent: false,
    });
  }

  /** Lists the provider's cards of an account. */
  list(target: GatewayTarget, accountNumber: string): Promise<GatewayAnswer> {
    return this.client.call(target, {
      method: 'GET',
      path: `/${target.provider}/cards`,
      query: { accountNumber },
      idempotent: true,
    });
  }

  /** Changes a card. Every change sets a state, so the call may be repeated. */
  change(
    target: GatewayTarget,
    cardReference: string,
    change: ProviderChange,
    correlationId?: string,
  ): Promise<GatewayAnswer> {
    const { path, ...request } = changeRequest(cardReference, change);
    return this.client.call(target, {
      ...request,
      path: `/${target.provider}${path}`,
      idempotent: true,
      ...(correlationId === undefined ? {} : { correlationId }),
    });
  }
}
