import { INTEGRATION_FUNCTIONS, type IntegrationFunction, partKey, type SettingValues } from './integration-functions';

/** The readiness of one provider: enabled or not, and its missing keys. */
export interface ProviderReadiness {
  provider: string;
  enabled: boolean;
  /** Keys without a value; alternatives are joined with " or ". */
  missing: string[];
}

/** The readiness of a function in an institution's configuration. */
export interface IntegrationReadiness {
  enabled: boolean;
  /** Provider of requests that name none. */
  defaultProvider: string | undefined;
  /** Missing required keys, including those of the default provider. */
  missing: string[];
  providers: ProviderReadiness[];
}

const isTrue = (value: string | undefined): boolean => value === 'true';

function without(values: SettingValues, ...alternatives: string[]): string[] {
  return alternatives.some((key) => values[key] !== undefined) ? [] : [alternatives.join(' or ')];
}

function readProvider(integration: IntegrationFunction, provider: string, values: SettingValues): ProviderReadiness {
  const facts = INTEGRATION_FUNCTIONS[integration];
  const enabledKey = partKey(facts, provider, 'ENABLED');
  const enabled = isTrue(values[enabledKey]);
  const ledgerKeys = [
    ...(facts.hasProviderLedgers ? [partKey(facts, provider, 'LEDGER_CODE')] : []),
    ...(facts.ledgerKey === undefined ? [] : [facts.ledgerKey]),
  ];
  const missing = [
    ...(enabled || facts.providers.length === 0 ? [] : [enabledKey]),
    ...without(values, ...facts.credentials.map((part) => partKey(facts, provider, part))),
    ...(ledgerKeys.length === 0 ? [] : without(values, ...ledgerKeys)),
  ];
  return { provider, enabled, missing };
}

/** The configured default, else the first enabled provider, else the only provider. */
function defaultOf(providers: ProviderReadiness[], configured: string | undefined): ProviderReadiness | undefined {
  if (configured !== undefined) return providers.find(({ provider }) => provider === configured);
  return providers.find(({ enabled }) => enabled) ?? (providers.length === 1 ? providers[0] : undefined);
}

/**
 * Checks a function's configuration against the minimum (docs/api/institutions.md#integrations): the function and at
 * least one provider enabled, an address, the provider's credentials, and a settlement ledger.
 */
export function readIntegration(integration: IntegrationFunction, values: SettingValues): IntegrationReadiness {
  const { prefix, providers: names, needs = [] } = INTEGRATION_FUNCTIONS[integration];
  const enabledKey = `${prefix}_ENABLED`;
  const enabled = isTrue(values[enabledKey]);
  const providers = (names.length === 0 ? [integration] : names).map((provider) =>
    readProvider(integration, provider, values),
  );
  const chosen = defaultOf(providers, values[`${prefix}_DEFAULT_PROVIDER`]);
  const nobody = names.map((provider) => partKey(INTEGRATION_FUNCTIONS[integration], provider, 'ENABLED')).join(' or ');
  return {
    enabled,
    defaultProvider: chosen?.provider,
    missing: [
      ...(enabled ? [] : [enabledKey]),
      ...without(values, `${prefix}_BASE_URL`),
      ...needs.flatMap((key) => without(values, key)),
      ...(chosen?.missing ?? [nobody]),
    ],
    providers,
  };
}
