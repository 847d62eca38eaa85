import { type ProviderFunction, providerKey, type ProviderKeyPart, PROVIDERS } from '../settings/base-settings';

/** What an institution can have done by a provider. */
export type PaymentFunction = 'bills' | 'transfer' | 'card';
export type ServiceFunction = 'credit-bureau' | 'ai-review';
export type IntegrationFunction = PaymentFunction | ServiceFunction;

/** Values of configuration keys, as `InstitutionSettings.getMany` gives them. */
export type SettingValues = Readonly<Record<string, string | undefined>>;

/** Key of the model that reviews loans. */
export const AI_REVIEW_MODEL = 'AI_REVIEW_MODEL';

/** A function's name for clients and its keys. */
interface FunctionFacts {
  /** In words, at the start of a sentence. */
  title: string;
  /** What its keys start with. */
  prefix: string;
  /** Providers in order of preference; none where the function has a single one without a name. */
  providers: readonly string[];
  /** Which of the provider's keys hold credentials; one of them is needed. */
  credentials: readonly ProviderKeyPart[];
  /** The ledger its money settles through, where it moves money. */
  ledgerKey?: string;
  /** Whether a provider may settle through a ledger of its own. */
  hasProviderLedgers: boolean;
  /** Other keys without which it cannot be used. */
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

/** Every function and where its keys are (spec, Institution integration configuration keys). */
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

/** The key of one part of a provider's settings; of the function's own where it has no named providers. */
export function partKey({ prefix, providers }: FunctionFacts, provider: string, part: ProviderKeyPart): string {
  return providers.length === 0 ? `${prefix}_${part}` : providerKey(prefix as ProviderFunction, provider, part);
}

/** The keys that decide about a function, for all its providers. */
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
