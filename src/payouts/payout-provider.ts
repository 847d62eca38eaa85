import { Injectable } from '@nestjs/common';
import type { ExtraRow } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../common/gateway/gateway-call';
import { Registry } from '../common/registry/registry';
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
  /** Follows a change of the payout's status, in its transaction. */
  onStatus?(tx: Tx, payout: Payout): Promise<void>;
  /** Notifications to queue in the transaction that settles the payout. */
  notifications?(tx: Tx, payout: Payout): Promise<ExtraRow[]>;
}

/** The payout providers of the process: the providers with `@MemberOf(PayoutProviders)`. */
@Injectable()
export class PayoutProviders extends Registry<PayoutProvider> {
  /** @throws Error when no module has a provider for this kind. */
  forPayout({ kind }: Pick<Payout, 'kind'>): PayoutProvider {
    const provider = this.find(kind);
    if (!provider) throw new Error(`No module has a payout provider for ${kind}.`);
    return provider;
  }

  protected override nameOf({ kind }: PayoutProvider): string {
    return kind;
  }
}
