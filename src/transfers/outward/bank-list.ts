import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../../common/cache/short-lived-cache';
import type { GatewayTarget } from '../../common/gateway/gateway-call';
import { GatewayClient } from '../../common/gateway/gateway-client';
import { providerText } from '../../common/text/provider-text';
import { Integrations } from '../../institutions/integrations/integrations';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';

/** An institution that can receive transfers. */
export interface Bank {
  /** Six digits. */
  institutionCode: string;
  bankName: string;
  /** The Central Bank's code, where there is one. */
  cbnCode: string | null;
  category: string;
}

const STALE_AFTER_MS = 300_000;
const CACHED_LISTS = 10_000;
const NAME_MAX_LENGTH = 200;

const textOf = (value: unknown): string => providerText(value, NAME_MAX_LENGTH) ?? '';

/** The rows of a provider's list that have an institution code and a name; undefined when the value is not a list. */
export function readBanks(rows: unknown): Bank[] | undefined {
  if (!Array.isArray(rows)) return undefined;
  const banks = (rows as unknown[]).map((row) => {
    const { institutionCode, bankName, cbnCode, category } = { ...(row as Record<string, unknown> | null) };
    return {
      institutionCode: textOf(institutionCode),
      bankName: textOf(bankName),
      cbnCode: providerText(cbnCode, NAME_MAX_LENGTH),
      category: textOf(category),
    };
  });
  return banks.filter(({ institutionCode, bankName }) => /^\d{6}$/.test(institutionCode) && bankName !== '');
}

/** The institutions that an institution's provider can send to, kept for five minutes. */
@Injectable()
export class BankList {
  private readonly cache = shortLivedCache<Bank[]>({ ttlMs: STALE_AFTER_MS, max: CACHED_LISTS });

  constructor(
    private readonly integrations: Integrations,
    private readonly gateway: GatewayClient,
  ) {}

  /**
   * Never call it inside a transaction: it may call the provider.
   * @throws INTEGRATION_NOT_ENABLED, GATEWAY_UNAVAILABLE (503)
   */
  async of(institutionId: number): Promise<Bank[]> {
    const { provider, target } = await this.integrations.require(institutionId, 'transfer');
    return this.cache.forceFetch(`${institutionId}|${provider}|${target.baseUrl}`, {
      context: () => this.call(provider, target),
    });
  }

  private async call(provider: string, target: GatewayTarget): Promise<Bank[]> {
    const answer = await this.gateway.call(target, {
      method: 'GET',
      path: `/${provider}/transfer/banks`,
      idempotent: true,
    });
    const banks = answer.outcome === 'answered' && answer.status < 300 ? readBanks(answer.body.banks) : undefined;
    if (!banks) throw integrationsErrors.GATEWAY_UNAVAILABLE();
    return banks;
  }
}
