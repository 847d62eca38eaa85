import { Injectable } from '@nestjs/common';
import type { ExtraRow } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../common/gateway/gateway-call';
import type { Payout, PayoutKind } from './payout.entity';
import type { ProviderVerdict } from './provider-verdict';

/** What one kind of payout knows that the others do not: how to talk to its providers, and what to keep of it. */
export interface PayoutProvider {
  readonly kind: PayoutKind;
  /** What staff read, such as `Outward transfer`. */
  readonly title: string;
  /** Where the payout's provider is reached, also when the function has been switched off since the debit. Undefined when its address is gone. */
  target(payout: Payout): Promise<GatewayTarget | undefined>;
  /** The one call that pays. It must carry the payout's session as idempotency key and is never repeated by the gateway. */
  sendRequest(payout: Payout): GatewayRequest;
  /** The status query. */
  queryRequest(payout: Payout): GatewayRequest;
  /** What a readable answer means for this payout. `call` tells which of the two calls it answers. */
  read(
    answer: Extract<GatewayAnswer, { outcome: 'answered' }>,
    call: 'send' | 'query',
    payout: Payout,
  ): ProviderVerdict;
  /** The metadata of the transaction history as the payout stands now; only what changes over its life. */
  metadataOf(payout: Payout): Record<string, unknown>;
  /** Notifications to queue in the transaction that settles the payout, or none. */
  notifications?(tx: Tx, payout: Payout): Promise<ExtraRow[]>;
}

/** Every channel of the process, registered by its module at boot. */
@Injectable()
export class PayoutProviders {
  private readonly channels = new Map<PayoutKind, PayoutProvider>();

  register(channel: PayoutProvider): void {
    if (this.channels.has(channel.kind)) throw new Error(`There are two channels for ${channel.kind}.`);
    this.channels.set(channel.kind, channel);
  }

  of({ kind }: Pick<Payout, 'kind'>): PayoutProvider {
    const channel = this.channels.get(kind);
    if (!channel) throw new Error(`No module registered a channel for ${kind}.`);
    return channel;
  }
}
