import { Injectable } from '@nestjs/common';
import type { GatewayTarget } from '../../common/gateway/gateway-call';
import { GatewayClient } from '../../common/gateway/gateway-client';
import { Integrations } from '../../institutions/integrations/integrations';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import type { CreditBureauView } from './loan-reviews.dto';
import { loanReviewsErrors } from './loan-reviews.errors';
import { readCreditReport } from './read-credit-report';
import type { BureauIdentity } from './review-subject';

const PURPOSE = 'Loan review';

/** Client of the credit bureau (docs/api/loan-reviews.md#credit-bureau). Never call it inside a transaction. */
@Injectable()
export class CreditBureau {
  constructor(
    private readonly integrations: Integrations,
    private readonly client: GatewayClient,
  ) {}

  /** @throws INTEGRATION_NOT_ENABLED (503) */
  target(institutionId: number): Promise<GatewayTarget> {
    return this.integrations.requireService(institutionId, 'credit-bureau');
  }

  /**
   * Gets the report about one borrower. The call changes nothing at the bureau, so it may be repeated.
   * @throws CREDIT_BUREAU_FAILED (502), GATEWAY_UNAVAILABLE (503)
   */
  async report(target: GatewayTarget, identity: BureauIdentity, timeoutMs: number): Promise<CreditBureauView> {
    const answer = await this.client.call(target, {
      method: 'POST',
      path: '/credit-bureau/reports',
      body: { ...identity, purpose: PURPOSE },
      timeoutMs,
      idempotent: true,
    });
    if (answer.outcome === 'not-sent')
      throw integrationsErrors.GATEWAY_UNAVAILABLE('The credit bureau cannot be reached; try again later.');
    const report = answer.outcome === 'answered' ? readCreditReport(answer) : undefined;
    if (!report) throw loanReviewsErrors.CREDIT_BUREAU_FAILED();
    return report;
  }
}
