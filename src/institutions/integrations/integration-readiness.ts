import { INTEGRATION_FUNCTIONS, type IntegrationFunction, partKey, type SettingValues } from './integration-functions';

/** One provider of a function: whether it is switched on, and which keys it lacks. */
export interface ProviderReadiness {
  provider: string;
  enabled: boolean;
  /** Keys without a value; alternatives are joined with " or ". */
  missing: string[];
}

/** What an institution's configuration of a function amounts to. */
export interface IntegrationReadiness {
  enabled: boolean;
  /** The provider of a request that names none. */
  defaultProvider: string | undefined;
  /** Keys without which the function is not available, those of the default provider included. */
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

/** The configured default; else the first provider that is switched on; else the only one there is. */
function defaultOf(providers: ProviderReadiness[], configured: string | undefined): ProviderReadiness | undefined {
  if (configured !== undefined) return providers.find(({ provider }) => provider === configured);
  return providers.find(({ enabled }) => enabled) ?? (providers.length === 1 ? providers[0] : undefined);
}

/**
 * Checks a function's configuration against the minimum of the specification: the function and at least one provider
 * switched on, an address, the provider's credentials, and a ledger to settle through.
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
