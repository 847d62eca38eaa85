import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/app-config';
import { insertRows } from '../common/database/insert-rows';
import { UnitOfWork } from '../common/database/unit-of-work';
import { GatewayClient } from '../common/gateway/gateway-client';
import { Clock } from '../common/time/clock';
import type { Payout } from '../payouts/payout.entity';
import { PayoutSteps } from '../payouts/payout-steps';
import type { ProviderVerdict } from '../payouts/provider-verdict';
import { BillVendProvider } from './bill-vend-provider';
import { changesOfTokenAnswer, lacksToken, wasJustQueried } from './late-token-rules';
import { vendResultOf } from './vend-facts';
import { VendNotifications } from './vend-notifications';

/** Fetches electricity tokens that the provider did not have yet when it reported a vend as successful. */
@Injectable()
export class LateTokens {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: PayoutSteps,
    private readonly provider: BillVendProvider,
    private readonly notifications: VendNotifications,
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
      const had = vendResultOf(payout.result).token;
      await this.steps.store(tx, payout, changesOfTokenAnswer(payout, verdict));
      if (vendResultOf(payout.result).token === had) return;
      await insertRows(tx, await this.notifications.rowsForToken(tx, payout));
    });
  }
}
