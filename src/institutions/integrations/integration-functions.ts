import { type ProviderFunction, providerKey, type ProviderKeyPart, PROVIDERS } from '../settings/base-settings';

/** The functions that providers perform. */
export type PaymentFunction = 'bills' | 'transfer' | 'card';
export type ServiceFunction = 'credit-bureau' | 'ai-review';
export type IntegrationFunction = PaymentFunction | ServiceFunction;

/** Values of configuration keys, from `InstitutionSettings.getMany`. */
export type SettingValues = Readonly<Record<string, string | undefined>>;

/** Key of the model for AI reviews. */
export const AI_REVIEW_MODEL = 'AI_REVIEW_MODEL';

/** The title and configuration keys of a function. */
interface FunctionFacts {
  /** Title for messages, at the start of a sentence. */
  title: string;
  /** Prefix of its keys. */
  prefix: string;
  /** Providers in order of preference; empty when the function has a single provider without a name. */
  providers: readonly string[];
  /** Parts with credentials; one of them is required. */
  credentials: readonly ProviderKeyPart[];
  /** Settlement ledger, for functions that move money. */
  ledgerKey?: string;
  /** True when a provider may have its own settlement ledger. */
  hasProviderLedgers: boolean;
  /** Other required keys. */
  needs?: readonly string[];
}

const payment = (
  title: string,
  prefix: ProviderFunction,
  more: Pick<FunctionFacts, 'credentials' | 'ledgerKey' | 'hasProviderLedgers'>,
): FunctionFacts => ({
  title,
  prefix,
  providers: PROVIDERS[prefix],
  ...more,
});

const service = (
  title: string,
  prefix: string,
  credentials: ProviderKeyPart[],
  needs: string[] = [],
): FunctionFacts => ({ title, prefix, providers: [], credentials, hasProviderLedgers: false, needs });

/** All functions and their keys (docs/api/institutions.md#configuration). */
export const INTEGRATION_FUNCTIONS: Readonly<Record<IntegrationFunction, FunctionFacts>> = {
  bills: payment('Bill payments', 'BILLS_PAYMENT', {
    credentials: ['AUTH_JSON', 'HEADERS_JSON', 'AUTHORIZATION'],
    ledgerKey: 'BILLS_PAYMENT_DEFAULT_LEDGER_CODE',
    hasProviderLedgers: true,
  }),
  transfer: payment('Transfers to other institutions', 'TRANSFER', {
    credentials: ['AUTH_JSON', 'HEADERS_JSON'],
    ledgerKey: 'TRANSFER_DEFAULT_LEDGER_CODE',
    hasProviderLedgers: true,
  }),
  card: payment('Cards', 'CARD', {
    credentials: ['HEADERS_JSON'],
    ledgerKey: 'CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE',
    hasProviderLedgers: false,
  }),
  'credit-bureau': service('Credit bureau reviews', 'CREDIT_BUREAU', ['AUTH_JSON', 'HEADERS_JSON']),
  'ai-review': service('AI reviews', 'AI_REVIEW', ['AUTHORIZATION', 'HEADERS_JSON'], [AI_REVIEW_MODEL]),
};

/** The key of one part of a provider's settings, or of the function when it has no named providers. */
export function partKey({ prefix, providers }: FunctionFacts, provider: string, part: ProviderKeyPart): string {
  return providers.length === 0 ? `${prefix}_${part}` : providerKey(prefix as ProviderFunction, provider, part);
}

/** All keys of a function and its providers. */
export function keysOf(integration: IntegrationFunction): string[] {
  const facts = INTEGRATION_FUNCTIONS[integration];
  const { prefix, providers, credentials, ledgerKey, hasProviderLedgers, needs = [] } = facts;
  const parts: ProviderKeyPart[] = [...credentials, ...(hasProviderLedgers ? (['LEDGER_CODE'] as const) : [])];
  return [
    ...[`${prefix}_ENABLED`, `${prefix}_BASE_URL`, `${prefix}_SHARED_GATEWAY_KEY`],
    ...(ledgerKey === undefined ? [] : [ledgerKey]),
    ...needs,
    ...(providers.length === 0 ? credentials.map((part) => `${prefix}_${part}`) : [`${prefix}_DEFAULT_PROVIDER`]),
    ...providers.flatMap((provider) =>
      [...new Set<ProviderKeyPart>(['ENABLED', ...parts])].map((part) => partKey(facts, provider, part)),
    ),
  ];
}
