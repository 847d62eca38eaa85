import type { SettingDefinition, SettingType } from './setting-definition';

/** Providers of each function, as the configuration names them (spec, Institution integration configuration keys). */
export const PROVIDERS = {
  BILLS_PAYMENT: ['providera', 'providerc', 'providerd', 'providere', 'providerf', 'providerg'],
  TRANSFER: ['providerh', 'providera'],
  CARD: ['providerb', 'providera'],
} as const;

export type ProviderFunction = keyof typeof PROVIDERS;

export type ProviderKeyPart = 'ENABLED' | 'AUTH_JSON' | 'HEADERS_JSON' | 'AUTHORIZATION' | 'LEDGER_CODE';

/** The key of one provider's setting, such as `TRANSFER_PROVIDER_PROVIDERH_ENABLED`. */
export function providerKey(ofFunction: ProviderFunction, provider: string, part: ProviderKeyPart): string {
  return `${ofFunction}_PROVIDER_${provider.toUpperCase()}_${part}`;
}

const PROVIDER_PARTS: Record<ProviderFunction, ProviderKeyPart[]> = {
  BILLS_PAYMENT: ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'AUTHORIZATION', 'LEDGER_CODE'],
  TRANSFER: ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'LEDGER_CODE'],
  CARD: ['ENABLED', 'HEADERS_JSON'],
};

type PartFacts = Pick<SettingDefinition, 'type' | 'secret' | 'default'> & { what: string };

const PART_FACTS: Record<ProviderKeyPart, PartFacts> = {
  ENABLED: { type: 'boolean', secret: false, default: 'false', what: 'whether it may be used' },
  AUTH_JSON: { type: 'json', secret: true, what: 'its credentials, in the shape the middleware expects' },
  HEADERS_JSON: { type: 'headers', secret: true, what: 'headers sent with each of its calls' },
  AUTHORIZATION: { type: 'text', secret: true, what: 'its Authorization header' },
  LEDGER_CODE: {
    type: 'ledger-code',
    secret: false,
    what: 'the ledger its payments settle through, instead of the default one',
  },
};

function providerSettings(ofFunction: ProviderFunction): SettingDefinition[] {
  return PROVIDERS[ofFunction].flatMap((provider) =>
    PROVIDER_PARTS[ofFunction].map((part) => {
      const { what, ...facts } = PART_FACTS[part];
      return { key: providerKey(ofFunction, provider, part), ...facts, description: `${provider}: ${what}.` };
    }),
  );
}

function defaultProvider(ofFunction: ProviderFunction): SettingDefinition {
  return {
    key: `${ofFunction}_DEFAULT_PROVIDER`,
    type: 'provider',
    secret: false,
    allowed: PROVIDERS[ofFunction],
    description: 'The provider used when a request names none.',
  };
}

function open(key: string, type: SettingType, description: string, byDefault?: string): SettingDefinition {
  return { key, type, secret: false, description, ...(byDefault === undefined ? {} : { default: byDefault }) };
}

function secret(key: string, description: string): SettingDefinition {
  return { key, type: 'text', secret: true, description };
}

export const RECOVERY_PARTNER_SECRET = 'RECOVERY_PARTNER_WEBHOOK_SECRET';

/** Visible characters without spaces, as a bearer token has; too many to be guessed. */
const WEBHOOK_SECRET = /^[\x21-\x7e]{32,200}$/;

/**
 * The keys of the specification and of local charges. Providers are off until an institution turns them on. The
 * charges' defaults are the Nigerian rates of 2026: 7.5 % VAT on fees, a stamp duty of 50 Naira on transfers from 10,000.
 */
export const baseSettings: readonly SettingDefinition[] = [
  open('BILLS_PAYMENT_ENABLED', 'boolean', 'Whether bills can be paid.', 'false'),
  open('BILLS_PAYMENT_BASE_URL', 'url', 'Address of the bills middleware.'),
  defaultProvider('BILLS_PAYMENT'),
  open('BILLS_PAYMENT_DEFAULT_LEDGER_CODE', 'ledger-code', 'The ledger bill payments settle through.'),
  open('BILLS_PAYMENT_NOTIFICATION_PHONE', 'phone', 'Who is told by SMS when a bill payment needs attention.'),
  open('BILLS_PAYMENT_NOTIFICATION_EMAIL', 'email', 'Who is told by e-mail when a bill payment needs attention.'),
  secret('BILLS_PAYMENT_SHARED_GATEWAY_KEY', 'Key shared with the bills middleware.'),
  ...providerSettings('BILLS_PAYMENT'),
  open('TRANSFER_ENABLED', 'boolean', 'Whether money can be sent to other institutions.', 'false'),
  open('TRANSFER_BASE_URL', 'url', 'Address of the transfer middleware.'),
  defaultProvider('TRANSFER'),
  open('TRANSFER_DEFAULT_LEDGER_CODE', 'ledger-code', 'The ledger outward transfers settle through.'),
  secret('TRANSFER_SHARED_GATEWAY_KEY', 'Key shared with the transfer middleware.'),
  ...providerSettings('TRANSFER'),
  open('CARD_ENABLED', 'boolean', 'Whether cards can be issued and managed.', 'false'),
  open('CARD_BASE_URL', 'url', 'Address of the card middleware.'),
  defaultProvider('CARD'),
  open('CARD_ISSUANCE_CHARGE', 'naira', 'What a new card costs its holder, in Naira.'),
  open('CARD_ISSUANCE_CHARGE_LEDGER_CODE', 'ledger-code', 'The income ledger of the issuance charge.'),
  open('CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE', 'ledger-code', 'The ledger card transactions settle through.'),
  secret('CARD_SHARED_GATEWAY_KEY', 'Key shared with the card middleware, also on its callbacks.'),
  ...providerSettings('CARD'),
  open('CREDIT_BUREAU_ENABLED', 'boolean', 'Whether loans are reviewed by a credit bureau.', 'false'),
  open('CREDIT_BUREAU_BASE_URL', 'url', 'Address of the credit bureau middleware.'),
  secret('CREDIT_BUREAU_SHARED_GATEWAY_KEY', 'Key shared with the credit bureau middleware.'),
  {
    key: 'CREDIT_BUREAU_AUTH_JSON',
    type: 'json',
    secret: true,
    description: 'Credentials of the credit bureau, in the shape the middleware expects.',
  },
  {
    key: 'CREDIT_BUREAU_HEADERS_JSON',
    type: 'headers',
    secret: true,
    description: 'Headers sent with each of its calls.',
  },
  open('AI_REVIEW_ENABLED', 'boolean', 'Whether loans are reviewed by an AI provider.', 'false'),
  open('AI_REVIEW_BASE_URL', 'url', 'Address of the AI provider; requests go to /v1/chat/completions below it.'),
  secret('AI_REVIEW_SHARED_GATEWAY_KEY', 'Key shared with a middleware before the AI provider, where there is one.'),
  secret('AI_REVIEW_AUTHORIZATION', 'Authorization header of the AI provider.'),
  { key: 'AI_REVIEW_HEADERS_JSON', type: 'headers', secret: true, description: 'Headers sent with each of its calls.' },
  open('AI_REVIEW_MODEL', 'text', 'Name of the model that reviews.'),
  {
    ...secret(
      RECOVERY_PARTNER_SECRET,
      'What the recovery partner sends as bearer token to the webhooks; without a value they refuse every call.',
    ),
    check: (value) =>
      WEBHOOK_SECRET.test(value) ? undefined : 'must have 32 to 200 visible ASCII characters without spaces',
  },
  open(
    'API_BYPASS_APPROVALS',
    'boolean',
    'Whether API operations run without the approval of staff. Never bypasses an AML hold.',
    'false',
  ),
  open('AML_SCREENING_ENABLED', 'boolean', 'Whether movements are screened by the AML rules.', 'false'),
  open(
    'AML_RELEASE_VALIDITY_DAYS',
    'count',
    'Days after which an approved AML release expires; without a value it never does.',
  ),
  open('LOCAL_TRANSFER_VAT_ENABLED', 'boolean', 'Whether fees of local transfers bear VAT.', 'false'),
  open('LOCAL_TRANSFER_STAMP_DUTY_ENABLED', 'boolean', 'Whether local transfers bear stamp duty.', 'false'),
  open('VAT_LEDGER_CODE', 'ledger-code', 'The ledger of VAT payable.'),
  open('STAMP_DUTY_LEDGER_CODE', 'ledger-code', 'The ledger of stamp duty payable.'),
  open('VAT_RATE', 'rate', 'VAT on fees.', '0.075'),
  open('STAMP_DUTY_AMOUNT', 'naira', 'Stamp duty on a transfer, in Naira.', '50'),
  open('STAMP_DUTY_MIN_TRANSFER', 'naira', 'The smallest transfer that bears stamp duty, in Naira.', '10000'),
];
