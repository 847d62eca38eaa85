import { Injectable } from '@nestjs/common';
import type { GatewayTarget } from '../../common/gateway/gateway-call';
import { GatewayClient } from '../../common/gateway/gateway-client';
import { AI_REVIEW_MODEL } from '../../institutions/integrations/integration-functions';
import { Integrations } from '../../institutions/integrations/integrations';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { loanReviewsErrors } from './loan-reviews.errors';
import { readCompletion } from './read-completion';
import type { Prompt } from './review-prompt';

/** The endpoint and model of the AI provider. */
export interface AiTarget {
  target: GatewayTarget;
  model: string;
}

/** Client of the institution's OpenAI-compatible endpoint. Never call it inside a transaction. */
@Injectable()
export class AiReviewer {
  constructor(
    private readonly integrations: Integrations,
    private readonly settings: InstitutionSettings,
    private readonly client: GatewayClient,
  ) {}

  /** @throws INTEGRATION_NOT_ENABLED (503) */
  async target(institutionId: number): Promise<AiTarget> {
    const target = await this.integrations.requireService(institutionId, 'ai-review');
    return { target, model: (await this.settings.get(institutionId, AI_REVIEW_MODEL))! };
  }

  /**
   * Gets a review as plain text. The request has only fields that every compatible endpoint accepts; the maximum length
   * is in the prompt and is checked in the answer.
   * @throws AI_REVIEW_FAILED (502), GATEWAY_UNAVAILABLE (503)
   */
  async review({ target, model }: AiTarget, { system, user }: Prompt, timeoutMs: number): Promise<string> {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
    const answer = await this.client.call(target, {
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model, messages },
      timeoutMs,
      idempotent: true,
    });
    if (answer.outcome === 'not-sent')
      throw integrationsErrors.GATEWAY_UNAVAILABLE('The AI provider cannot be reached; try again later.');
    const text = answer.outcome === 'answered' ? readCompletion(answer) : undefined;
    if (text === undefined) throw loanReviewsErrors.AI_REVIEW_FAILED();
    return text;
  }
}
