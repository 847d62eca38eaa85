import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../common/cache/short-lived-cache';
import type { GatewayTarget } from '../common/gateway/gateway-call';
import { GatewayClient } from '../common/gateway/gateway-client';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { billsErrors } from './bills.errors';
import { type BillerCustomer, readCustomer } from './read-customer-answer';

/** Time for the vend that follows a validation. */
const STALE_AFTER_MS = 300_000;
const CACHED_CUSTOMERS = 20_000;

/** The customer of a biller for whom a bill is paid. */
export interface CustomerLookup {
  billerIdentifier: string;
  packageIdentifier?: string | undefined;
  customerId: string;
}

/** Validates the customers of billers. Never call it inside a transaction. */
@Injectable()
export class BillerCustomers {
  private readonly cache = shortLivedCache<BillerCustomer>({ ttlMs: STALE_AFTER_MS, max: CACHED_CUSTOMERS });

  constructor(private readonly gateway: GatewayClient) {}

  /**
   * The biller's present answer.
   * @throws BILL_CUSTOMER_NOT_FOUND, BILL_PACKAGE_NOT_FOUND (404), GATEWAY_UNAVAILABLE (503)
   */
  async validate(target: GatewayTarget, lookup: CustomerLookup): Promise<BillerCustomer> {
    this.cache.delete(keyOf(target, lookup));
    return this.recall(target, lookup);
  }

  /** The biller's answer of the last five minutes, or its present answer. @throws as `validate` */
  async recall(target: GatewayTarget, lookup: CustomerLookup): Promise<BillerCustomer> {
    return this.cache.forceFetch(keyOf(target, lookup), { context: () => this.call(target, lookup) });
  }

  private async call(
    target: GatewayTarget,
    { billerIdentifier, packageIdentifier, customerId }: CustomerLookup,
  ): Promise<BillerCustomer> {
    const body = {
      billerId: billerIdentifier,
      customerId,
      ...(packageIdentifier === undefined ? {} : { packageId: packageIdentifier }),
    };
    const answer = await this.gateway.call(target, {
      method: 'POST',
      path: `/${encodeURIComponent(target.provider)}/bills/customer-information`,
      body,
      idempotent: true,
    });
    const read =
      answer.outcome === 'answered' && answer.status < 300
        ? readCustomer(customerId, answer.body)
        : { kind: 'unreadable' as const };
    switch (read.kind) {
      case 'found':
        return read.customer;
      case 'no-customer':
        throw billsErrors.BILL_CUSTOMER_NOT_FOUND(undefined, { field: 'customerId' });
      case 'no-package':
        throw billsErrors.BILL_PACKAGE_NOT_FOUND(undefined, { field: 'packageIdentifier' });
      case 'unreadable':
        throw integrationsErrors.GATEWAY_UNAVAILABLE();
    }
  }
}

function keyOf(
  { institutionId, provider, baseUrl }: GatewayTarget,
  { billerIdentifier, packageIdentifier, customerId }: CustomerLookup,
): string {
  return JSON.stringify([institutionId, provider, baseUrl, billerIdentifier, packageIdentifier ?? null, customerId]);
}
