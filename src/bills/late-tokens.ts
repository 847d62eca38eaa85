import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { UnitOfWork } from '../common/database/unit-of-work';
import { GatewayClient } from '../common/gateway/gateway-client';
import { Clock } from '../common/time/clock';
import { nipMeaning } from '../payouts/nip-response-codes';
import type { Payout } from '../payouts/payout.entity';
import { PayoutSteps } from '../payouts/payout-steps';
import type { ProviderVerdict } from '../payouts/provider-verdict';
import { BillVendProvider } from './bill-vend-provider';
import { type VendFacts, type VendResult, vendResultOf } from './vend-facts';

/** Whether a paid vend may still get its token: only electricity gives one, sometimes after the payment. */
export function lacksToken({ status, details, result }: Pick<Payout, 'status' | 'details' | 'result'>): boolean {
  return (
    status === 'Processed' && (details as VendFacts).service === 'electricity' && vendResultOf(result).token === null
  );
}

/**
 * Whether the provider denies a vend that it said was paid. That moves no money, but staff must look. Where staff had settled
 * the vend against the provider's word, its denial is nothing new.
 */
export function contradictsItself(
  { responseCode }: Pick<Payout, 'responseCode'>,
  { kind }: Pick<ProviderVerdict, 'kind'>,
): boolean {
  const saidPaid = responseCode !== null && nipMeaning(responseCode) === 'success';
  return saidPaid && (kind === 'failure' || kind === 'refusal' || kind === 'not-received');
}

/** Whether the provider was asked so lately that clients may not cause another query. The payment itself is no query. */
export function wasJustAsked(
  { lastAttemptAt, queries }: Pick<Payout, 'lastAttemptAt' | 'queries'>,
  now: Date,
  intervalMs: number,
): boolean {
  return lastAttemptAt !== null && queries > 0 && now.getTime() - lastAttemptAt.getTime() < intervalMs;
}

/** What an answer adds to a result; what is known already stays. */
export function completedResult(known: VendResult, more: Partial<VendResult>): VendResult {
  return {
    transactionId: known.transactionId ?? more.transactionId ?? null,
    token: known.token ?? more.token ?? null,
    tokenUnits: known.tokenUnits ?? more.tokenUnits ?? null,
  };
}

/** Fetches electricity tokens that the provider did not have yet when it said that a vend was successful. */
@Injectable()
export class LateTokens {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
    private readonly channel: BillVendProvider,
    private readonly gateway: GatewayClient,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Asks the provider once, unless somebody just did. Never inside a transaction. */
  async fetch(payout: Payout): Promise<void> {
    if (!lacksToken(payout) || !(await this.claim(payout))) return;
    const target = await this.channel.target(payout);
    if (!target) return;
    const answer = await this.gateway.call(target, this.channel.queryRequest(payout));
    if (answer.outcome === 'answered') await this.keep(payout, this.channel.read(answer, 'query', payout));
  }

  private async claim({ institutionId, id }: Payout): Promise<boolean> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const payout = await this.steps.lock(tx, institutionId, id);
      const now = this.clock.now();
      if (!lacksToken(payout) || wasJustAsked(payout, now, this.config.payoutClientQueryIntervalMs)) return false;
      await this.steps.store(tx, payout, { lastAttemptAt: now, queries: payout.queries + 1 });
      return true;
    });
  }

  private async keep({ institutionId, id }: Payout, verdict: ProviderVerdict): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const payout = await this.steps.lock(tx, institutionId, id);
      if (verdict.kind === 'success')
        await this.steps.store(tx, payout, {
          result: completedResult(vendResultOf(payout.result), verdict.result ?? {}),
        });
      else if (contradictsItself(payout, verdict)) await this.steps.store(tx, payout, { disputed: true });
    });
  }
}
