import { Injectable } from '@nestjs/common';
import type { GatewayTarget } from '../../common/gateway/gateway-call';
import { InstitutionSettings } from '../settings/institution-settings';
import {
  INTEGRATION_FUNCTIONS,
  type IntegrationFunction,
  keysOf,
  partKey,
  type PaymentFunction,
  type ServiceFunction,
  type SettingValues,
} from './integration-functions';
import { type IntegrationReadiness, readIntegration } from './integration-readiness';
import { integrationsErrors } from './integrations.errors';

/** A provider that moves money. */
export interface PaymentIntegration {
  provider: string;
  target: GatewayTarget;
  /** Settlement ledger of the provider's payments. */
  ledgerCode: string;
}

function parsed(text: string | undefined): Record<string, unknown> | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
}

/**
 * Finds the provider of a function and its address (docs/api/institutions.md#integrations). It reads the configuration
 * through a cache, so call it outside a transaction.
 */
@Injectable()
export class Integrations {
  constructor(private readonly settings: InstitutionSettings) {}

  /**
   * The provider of a new payment.
   * @param provider default: the default provider of the institution.
   * @throws INTEGRATION_NOT_ENABLED (503) when anything of the minimum is missing. The message does not say what: that
   *   is for staff.
   */
  async require(institutionId: number, integration: PaymentFunction, provider?: string): Promise<PaymentIntegration> {
    const { values, provider: chosen } = await this.available(institutionId, integration, provider);
    return {
      provider: chosen,
      target: targetOf(institutionId, integration, chosen, values),
      ledgerCode: ledgerOf(integration, chosen, values)!,
    };
  }

  /** The service of a function that moves no money. @throws INTEGRATION_NOT_ENABLED (503) */
  async requireService(institutionId: number, integration: ServiceFunction): Promise<GatewayTarget> {
    const { values, provider } = await this.available(institutionId, integration);
    return targetOf(institutionId, integration, provider, values);
  }

  /**
   * The provider of a payment that is still open, even if the provider was disabled since. Undefined when the
   * configuration has no address any more.
   */
  async findForCompletion(
    institutionId: number,
    integration: PaymentFunction,
    provider: string,
  ): Promise<GatewayTarget | undefined> {
    const values = await this.settings.getMany(institutionId, keysOf(integration));
    const { prefix } = INTEGRATION_FUNCTIONS[integration];
    return values[`${prefix}_BASE_URL`] === undefined
      ? undefined
      : targetOf(institutionId, integration, provider, values);
  }

  /** True when a service is available; for steps that are skipped without it. */
  async isAvailable(institutionId: number, integration: IntegrationFunction): Promise<boolean> {
    return (
      readIntegration(integration, await this.settings.getMany(institutionId, keysOf(integration))).missing.length === 0
    );
  }

  /** All functions and their missing configuration keys, for staff. */
  async list(institutionId: number): Promise<(IntegrationReadiness & { integration: IntegrationFunction })[]> {
    const integrations = Object.keys(INTEGRATION_FUNCTIONS) as IntegrationFunction[];
    return Promise.all(
      integrations.map(async (integration) => ({
        integration,
        ...readIntegration(integration, await this.settings.getMany(institutionId, keysOf(integration))),
      })),
    );
  }

  private async available(
    institutionId: number,
    integration: IntegrationFunction,
    wanted?: string,
  ): Promise<{ values: SettingValues; provider: string }> {
    const values = await this.settings.getMany(institutionId, keysOf(integration));
    const { prefix, title } = INTEGRATION_FUNCTIONS[integration];
    // For a named provider, the configuration is checked with that provider as the default.
    const checkedValues = wanted === undefined ? values : { ...values, [`${prefix}_DEFAULT_PROVIDER`]: wanted };
    const { missing, defaultProvider } = readIntegration(integration, checkedValues);
    if (missing.length > 0 || defaultProvider === undefined)
      throw integrationsErrors.INTEGRATION_NOT_ENABLED(`${title} are not enabled for your institution.`);
    return { values, provider: defaultProvider };
  }
}

function ledgerOf(integration: PaymentFunction, provider: string, values: SettingValues): string | undefined {
  const facts = INTEGRATION_FUNCTIONS[integration];
  const own = facts.hasProviderLedgers ? values[partKey(facts, provider, 'LEDGER_CODE')] : undefined;
  return own ?? values[facts.ledgerKey!];
}

function targetOf(
  institutionId: number,
  integration: IntegrationFunction,
  provider: string,
  values: SettingValues,
): GatewayTarget {
  const facts = INTEGRATION_FUNCTIONS[integration];
  const authorization = values[partKey(facts, provider, 'AUTHORIZATION')];
  const gatewayKey = values[`${facts.prefix}_SHARED_GATEWAY_KEY`];
  const auth = parsed(values[partKey(facts, provider, 'AUTH_JSON')]);
  return {
    institutionId,
    provider,
    baseUrl: values[`${facts.prefix}_BASE_URL`]!,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(parsed(values[partKey(facts, provider, 'HEADERS_JSON')]) as Record<string, string> | undefined),
    },
    ...(gatewayKey === undefined ? {} : { gatewayKey }),
    ...(auth === undefined ? {} : { auth }),
  };
}
