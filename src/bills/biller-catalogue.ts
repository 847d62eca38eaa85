import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../common/cache/short-lived-cache';
import type { GatewayTarget } from '../common/gateway/gateway-call';
import { GatewayClient } from '../common/gateway/gateway-client';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { type Biller, type BillerPackage, readBillers } from './biller';
import { billsErrors } from './bills.errors';

const STALE_AFTER_MS = 300_000;
const CACHED_LISTS = 1_000;

/** A package of a biller. */
export interface BillOffer {
  biller: Biller;
  offered: BillerPackage;
}

/**
 * The billers of each institution's provider, fetched through the gateway and kept for five minutes. Never call it
 * inside a transaction.
 */
@Injectable()
export class BillerCatalogue {
  private readonly cache = shortLivedCache<Biller[]>({ ttlMs: STALE_AFTER_MS, max: CACHED_LISTS });

  constructor(private readonly gateway: GatewayClient) {}

  /** The billers, sorted by name. @throws GATEWAY_UNAVAILABLE (503) */
  async list(target: GatewayTarget): Promise<Biller[]> {
    const { institutionId, provider, baseUrl } = target;
    // The address is part of the key: another address may sell other packages.
    return this.cache.forceFetch(JSON.stringify([institutionId, provider, baseUrl]), {
      context: () => this.fetch(target),
    });
  }

  /** @throws BILLER_NOT_FOUND (404), GATEWAY_UNAVAILABLE (503) */
  async require(target: GatewayTarget, billerIdentifier: string): Promise<Biller> {
    const biller = (await this.list(target)).find((candidate) => candidate.billerIdentifier === billerIdentifier);
    if (!biller) throw billsErrors.BILLER_NOT_FOUND(undefined, { field: 'billerIdentifier' });
    return biller;
  }

  /** @throws BILLER_NOT_FOUND, BILL_PACKAGE_NOT_FOUND (404), GATEWAY_UNAVAILABLE (503) */
  async requireOffer(target: GatewayTarget, billerIdentifier: string, packageIdentifier: string): Promise<BillOffer> {
    const biller = await this.require(target, billerIdentifier);
    const offered = biller.packages.find((candidate) => candidate.packageIdentifier === packageIdentifier);
    if (!offered) throw billsErrors.BILL_PACKAGE_NOT_FOUND(undefined, { field: 'packageIdentifier' });
    return { biller, offered };
  }

  private async fetch(target: GatewayTarget): Promise<Biller[]> {
    const answer = await this.gateway.call(target, {
      method: 'GET',
      path: `/${encodeURIComponent(target.provider)}/bills/billers`,
      idempotent: true,
    });
    const billers = answer.outcome === 'answered' && answer.status < 300 ? readBillers(answer.body) : undefined;
    if (!billers) throw integrationsErrors.GATEWAY_UNAVAILABLE();
    return billers;
  }
}
