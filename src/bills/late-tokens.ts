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

/** True when a paid vend may still get its token: only electricity has one, which sometimes comes after the payment. */
export function lacksToken({ status, details, result }: Pick<Payout, 'status' | 'details' | 'result'>): boolean {
  return (
    status === 'Processed' && (details as VendFacts).service === 'electricity' && vendResultOf(result).token === null
  );
}

/**
 * True when the provider denies a vend after it had reported it as paid. That moves no money, but staff must look. A
 * vend that staff had confirmed against the provider's report is not contradicted by it.
 */
export function contradictsItself(
  { responseCode }: Pick<Payout, 'responseCode'>,
  { kind }: Pick<ProviderVerdict, 'kind'>,
): boolean {
  const reportedPaid = responseCode !== null && nipMeaning(responseCode) === 'success';
  return reportedPaid && (kind === 'failure' || kind === 'refusal' || kind === 'not-received');
}

/** True when the last query is so recent that clients may not cause another. The payment itself is not a query. */
export function wasJustQueried(
  { lastAttemptAt, queries }: Pick<Payout, 'lastAttemptAt' | 'queries'>,
  now: Date,
  intervalMs: number,
): boolean {
  return lastAttemptAt !== null && queries > 0 && now.getTime() - lastAttemptAt.getTime() < intervalMs;
}

/** Adds the fields of an answer to a result; known fields stay. */
export function completedResult(known: VendResult, more: Partial<VendResult>): VendResult {
  return {
    transactionId: known.transactionId ?? more.transactionId ?? null,
    token: known.token ?? more.token ?? null,
    tokenUnits: known.tokenUnits ?? more.tokenUnits ?? null,
  };
}

/** Fetches electricity tokens that the provider did not have yet when it reported a vend as successful. */
@Injectable()
export class LateTokens {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
    private readonly provider: BillVendProvider,
    private readonly gateway: GatewayClient,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Queries the provider once, unless it was just queried. Never call it inside a transaction. */
  async fetch(payout: Payout): Promise<void> {
    if (!lacksToken(payout) || !(await this.claim(payout))) return;
    const target = await this.provider.target(payout);
    if (!target) return;
    const answer = await this.gateway.call(target, this.provider.queryRequest(payout));
    if (answer.outcome === 'answered') await this.keep(payout, this.provider.read(answer, 'query', payout));
  }

  private async claim({ institutionId, id }: Payout): Promise<boolean> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const payout = await this.steps.lock(tx, institutionId, id);
      const now = this.clock.now();
      if (!lacksToken(payout) || wasJustQueried(payout, now, this.config.payoutClientQueryIntervalMs)) return false;
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
