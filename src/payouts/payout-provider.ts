import { Injectable } from '@nestjs/common';
import type { ExtraRow } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../common/gateway/gateway-call';
import type { Payout, PayoutKind } from './payout.entity';
import type { ProviderVerdict } from './provider-verdict';

/** The adapter between payouts and one kind of provider: its requests, its answers, and the facts that are kept. */
export interface PayoutProvider {
  readonly kind: PayoutKind;
  /** Title for staff, such as `Outward transfer`. */
  readonly title: string;
  /**
   * The address of the payout's provider, also when the function has been switched off since the debit; undefined when
   * the address is no longer configured.
   */
  target(payout: Payout): Promise<GatewayTarget | undefined>;
  /** The call that pays. It carries the payout's session as idempotency key; the gateway never repeats it. */
  sendRequest(payout: Payout): GatewayRequest;
  /** The status query. */
  queryRequest(payout: Payout): GatewayRequest;
  /** The meaning of a readable answer for this payout. `call` is the call that it answers. */
  read(
    answer: Extract<GatewayAnswer, { outcome: 'answered' }>,
    call: 'send' | 'query',
    payout: Payout,
  ): ProviderVerdict;
  /** The payout's present metadata for the transaction history; only the fields that change over its life. */
  metadataOf(payout: Payout): Record<string, unknown>;
  /** Notifications to queue in the transaction that settles the payout. */
  notifications?(tx: Tx, payout: Payout): Promise<ExtraRow[]>;
}

/** The payout providers of the process, each registered by its module at boot. */
@Injectable()
export class PayoutProviders {
  private readonly providers = new Map<PayoutKind, PayoutProvider>();

  register(provider: PayoutProvider): void {
    if (this.providers.has(provider.kind)) throw new Error(`Two payout providers are registered for ${provider.kind}.`);
    this.providers.set(provider.kind, provider);
  }

  /** @throws when no module registered a provider for this kind. */
  forPayout({ kind }: Pick<Payout, 'kind'>): PayoutProvider {
    const provider = this.providers.get(kind);
    if (!provider) throw new Error(`No payout provider is registered for ${kind}.`);
    return provider;
  }
}
