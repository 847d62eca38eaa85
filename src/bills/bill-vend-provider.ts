import { Injectable } from '@nestjs/common';
import type { ExtraRow } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { GatewayAnswer, GatewayRequest, GatewayTarget } from '../common/gateway/gateway-call';
import { koboToNaira } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { Integrations } from '../institutions/integrations/integrations';
import type { Payout } from '../payouts/payout.entity';
import { type PayoutProvider, PayoutProviders } from '../payouts/payout-provider';
import type { ProviderVerdict } from '../payouts/provider-verdict';
import { LateTokenJobs } from './late-token-jobs';
import { readVendAnswer } from './read-vend-answer';
import type { VendFacts } from './vend-facts';
import { BILL_VEND } from './vend-kind';
import { metadataOfPayout, type VendMetadata } from './vend-metadata';
import { VendNotifications } from './vend-notifications';

/** The provider of bill payments (`openapi/gateway.json`, Bills). */
@Injectable()
@MemberOf(PayoutProviders)
export class BillVendProvider implements PayoutProvider {
  readonly kind = BILL_VEND;
  readonly title = 'Bill payment';

  constructor(
    private readonly integrations: Integrations,
    private readonly vendNotifications: VendNotifications,
    private readonly lateTokenJobs: LateTokenJobs,
  ) {}

  target({ institutionId, provider }: Payout): Promise<GatewayTarget | undefined> {
    return this.integrations.findForCompletion(institutionId, 'bills', provider);
  }

  /** The body is the same at every attempt: the middleware refuses a known reference with another body. */
  sendRequest({ provider, sessionId, amountKobo, details }: Payout): GatewayRequest {
    const { billerIdentifier, packageIdentifier, customerId, customerName } = details as VendFacts;
    const body = {
      reference: sessionId,
      billerId: billerIdentifier,
      packageId: packageIdentifier,
      customerId,
      amount: koboToNaira(amountKobo),
      ...(customerName === null ? {} : { customerName }),
    };
    return {
      method: 'POST',
      path: `/${encodeURIComponent(provider)}/bills/vend`,
      body,
      idempotencyKey: sessionId,
      idempotent: false,
    };
  }

  queryRequest({ provider, sessionId }: Payout): GatewayRequest {
    return {
      method: 'POST',
      path: `/${encodeURIComponent(provider)}/bills/tsq`,
      body: { reference: sessionId },
      idempotent: true,
    };
  }

  read(
    answer: Extract<GatewayAnswer, { outcome: 'answered' }>,
    call: 'send' | 'query',
    { sessionId }: Payout,
  ): ProviderVerdict {
    return readVendAnswer(answer, call, sessionId);
  }

  metadataOf(payout: Payout): Pick<VendMetadata, 'vend_status' | 'transaction_id' | 'token' | 'token_units'> {
    const { vend_status, transaction_id, token, token_units } = metadataOfPayout(payout);
    return { vend_status, transaction_id, token, token_units };
  }

  /** The notifications of a status, and the first query for a token that the payment did not bring. */
  async notifications(tx: Tx, payout: Payout): Promise<ExtraRow[]> {
    return [...(await this.vendNotifications.rowsFor(tx, payout)), ...(await this.lateTokenJobs.rowsFor(tx, payout))];
  }
}
