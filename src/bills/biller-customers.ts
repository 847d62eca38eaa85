import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../common/cache/short-lived-cache';
import type { GatewayTarget } from '../common/gateway/gateway-call';
import { GatewayClient } from '../common/gateway/gateway-client';
import { integrationsErrors } from '../institutions/integrations/integrations.errors';
import { billsErrors } from './bills.errors';
import { type BillerCustomer, readCustomer } from './read-customer-answer';

/** Long enough for the vend that follows a validation. */
const STALE_AFTER_MS = 300_000;
const CACHED_CUSTOMERS = 20_000;

/** Whom a bill is paid for. */
export interface CustomerQuestion {
  billerIdentifier: string;
  packageIdentifier?: string | undefined;
  customerId: string;
}

/** Asks billers who their customers are. Never inside a transaction. */
@Injectable()
export class BillerCustomers {
  private readonly cache = shortLivedCache<BillerCustomer>({ ttlMs: STALE_AFTER_MS, max: CACHED_CUSTOMERS });

  constructor(private readonly gateway: GatewayClient) {}

  /** As the biller says now. @throws BILL_CUSTOMER_NOT_FOUND, BILL_PACKAGE_NOT_FOUND (404), GATEWAY_UNAVAILABLE (503) */
  async ask(target: GatewayTarget, question: CustomerQuestion): Promise<BillerCustomer> {
    this.cache.delete(keyOf(target, question));
    return this.recall(target, question);
  }

  /** As the biller said some minutes ago at most. @throws as `ask` */
  async recall(target: GatewayTarget, question: CustomerQuestion): Promise<BillerCustomer> {
    return this.cache.forceFetch(keyOf(target, question), { context: () => this.call(target, question) });
  }

  private async call(
    target: GatewayTarget,
    { billerIdentifier, packageIdentifier, customerId }: CustomerQuestion,
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
  { billerIdentifier, packageIdentifier, customerId }: CustomerQuestion,
): string {
  return JSON.stringify([institutionId, provider, baseUrl, billerIdentifier, packageIdentifier ?? null, customerId]);
}
