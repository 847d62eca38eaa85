import { parseDates } from '../../common/time/working-days';
import type { SettingDefinition, SettingType } from './setting-definition';

/** Providers of each function (docs/api/institutions.md#bills-transfers-and-cards). */
export const PROVIDERS = {
  BILLS_PAYMENT: ['providera', 'providerc', 'providerd', 'providere', 'providerf', 'providerg'],
  TRANSFER: ['providerh', 'providera'],
  CARD: ['providerb', 'providera'],
} as const;

export type ProviderFunction = keyof typeof PROVIDERS;

export type ProviderKeyPart = 'ENABLED' | 'AUTH_JSON' | 'HEADERS_JSON' | 'AUTHORIZATION' | 'LEDGER_CODE';

/** The key of one provider's setting, such as `TRANSFER_PROVIDER_PROVIDERH_ENABLED`. */
export function providerKey(providerFunction: ProviderFunction, provider: string, part: ProviderKeyPart): string {
  return `${providerFunction}_PROVIDER_${provider.toUpperCase()}_${part}`;
}

const PROVIDER_PARTS: Record<ProviderFunction, ProviderKeyPart[]> = {
  BILLS_PAYMENT: ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'AUTHORIZATION', 'LEDGER_CODE'],
  TRANSFER: ['ENABLED', 'AUTH_JSON', 'HEADERS_JSON', 'LEDGER_CODE'],
  CARD: ['ENABLED', 'HEADERS_JSON'],
};

type PartFacts = Pick<SettingDefinition, 'type' | 'secret' | 'default'> & { purpose: string };

const PART_FACTS: Record<ProviderKeyPart, PartFacts> = {
  ENABLED: { type: 'boolean', secret: false, default: 'false', purpose: 'enables the provider' },
  AUTH_JSON: { type: 'json', secret: true, purpose: 'credentials, in the format of the middleware' },
  HEADERS_JSON: { type: 'headers', secret: true, purpose: 'headers sent with each call' },
  AUTHORIZATION: { type: 'text', secret: true, purpose: 'Authorization header' },
  LEDGER_CODE: {
    type: 'ledger-code',
    secret: false,
    purpose: 'settlement ledger of its payments, instead of the default ledger',
  },
};

function providerSettings(providerFunction: ProviderFunction): SettingDefinition[] {
  return PROVIDERS[providerFunction].flatMap((provider) =>
    PROVIDER_PARTS[providerFunction].map((part) => {
      const { purpose, ...facts } = PART_FACTS[part];
      const key = providerKey(providerFunction, provider, part);
      const sentTo: Pick<SettingDefinition, 'sentTo'> = facts.secret
        ? { sentTo: [`${providerFunction}_BASE_URL`] }
        : {};
      return { key, ...facts, ...sentTo, description: `${provider}: ${purpose}.` };
    }),
  );
}

function defaultProvider(providerFunction: ProviderFunction): SettingDefinition {
  return {
    key: `${providerFunction}_DEFAULT_PROVIDER`,
    type: 'provider',
    secret: false,
    allowed: PROVIDERS[providerFunction],
    description: 'Provider of requests that name none.',
  };
}

function open(key: string, type: SettingType, description: string, byDefault?: string): SettingDefinition {
  return { key, type, secret: false, description, ...(byDefault === undefined ? {} : { default: byDefault }) };
}

function secret(key: string, description: string, sentTo: string): SettingDefinition {
  return { key, type: 'text', secret: true, description, sentTo: [sentTo] };
}

export const PUBLIC_HOLIDAYS = 'PUBLIC_HOLIDAYS';
export const INWARD_TRANSFER_KEY = 'INWARD_TRANSFER_GATEWAY_KEY';
export const RECOVERY_PARTNER_SECRET = 'RECOVERY_PARTNER_WEBHOOK_SECRET';

/** Visible characters without spaces, as a bearer token allows; long enough not to be guessed. */
const WEBHOOK_SECRET = /^[\x21-\x7e]{32,200}$/;

/**
 * The configuration keys (docs/api/institutions.md#configuration). Providers are off until an institution turns them
 * on. The defaults of the charges are the Nigerian rates of 2026: 7.5 % VAT on fees, stamp duty of 50 Naira on
 * transfers from 10,000.
 */
export const baseSettings: readonly SettingDefinition[] = [
  open('BILLS_PAYMENT_ENABLED', 'boolean', 'Enables bill payments.', 'false'),
  open('BILLS_PAYMENT_BASE_URL', 'url', 'Address of the bills middleware.'),
  defaultProvider('BILLS_PAYMENT'),
  open('BILLS_PAYMENT_DEFAULT_LEDGER_CODE', 'ledger-code', 'Default settlement ledger of bill payments.'),
  open(
    'BILLS_PAYMENT_NOTIFICATION_PHONE',
    'phone',
    'Telephone number for SMS about bill payments that need attention.',
  ),
  open(
    'BILLS_PAYMENT_NOTIFICATION_EMAIL',
    'email',
    'E-mail address for messages about bill payments that need attention.',
  ),
  secret('BILLS_PAYMENT_SHARED_GATEWAY_KEY', 'Key shared with the bills middleware.', 'BILLS_PAYMENT_BASE_URL'),
  ...providerSettings('BILLS_PAYMENT'),
  open('TRANSFER_ENABLED', 'boolean', 'Enables transfers to other institutions.', 'false'),
  open('TRANSFER_BASE_URL', 'url', 'Address of the transfer middleware.'),
  defaultProvider('TRANSFER'),
  open('TRANSFER_DEFAULT_LEDGER_CODE', 'ledger-code', 'Default settlement ledger of outward transfers.'),
  secret('TRANSFER_SHARED_GATEWAY_KEY', 'Key shared with the transfer middleware.', 'TRANSFER_BASE_URL'),
  ...providerSettings('TRANSFER'),
  open('CARD_ENABLED', 'boolean', 'Enables the issuing and management of cards.', 'false'),
  open('CARD_BASE_URL', 'url', 'Address of the card middleware.'),
  defaultProvider('CARD'),
  open('CARD_ISSUANCE_CHARGE', 'naira', 'Charge for a new card, in Naira.'),
  open('CARD_ISSUANCE_CHARGE_LEDGER_CODE', 'ledger-code', 'Income ledger of the issuance charge.'),
  open('CARD_TRANSACTION_SETTLEMENT_LEDGER_CODE', 'ledger-code', 'Settlement ledger of card transactions.'),
  secret('CARD_SHARED_GATEWAY_KEY', 'Key shared with the card middleware, also on its callbacks.', 'CARD_BASE_URL'),
  ...providerSettings('CARD'),
  open('CREDIT_BUREAU_ENABLED', 'boolean', 'Enables credit bureau reports on loans.', 'false'),
  open('CREDIT_BUREAU_BASE_URL', 'url', 'Address of the credit bureau middleware.'),
  secret('CREDIT_BUREAU_SHARED_GATEWAY_KEY', 'Key shared with the credit bureau middleware.', 'CREDIT_BUREAU_BASE_URL'),
  {
    key: 'CREDIT_BUREAU_AUTH_JSON',
    type: 'json',
    secret: true,
    sentTo: ['CREDIT_BUREAU_BASE_URL'],
    description: 'Credentials of the credit bureau, in the format of the middleware.',
  },
  {
    key: 'CREDIT_BUREAU_HEADERS_JSON',
    type: 'headers',
    secret: true,
    sentTo: ['CREDIT_BUREAU_BASE_URL'],
    description: 'Headers sent with each call.',
  },
  open('AI_REVIEW_ENABLED', 'boolean', 'Enables AI reviews of loans.', 'false'),
  open('AI_REVIEW_BASE_URL', 'url', 'Address of the AI provider; requests go to /v1/chat/completions below it.'),
  secret(
    'AI_REVIEW_SHARED_GATEWAY_KEY',
    'Key shared with a middleware in front of the AI provider, if there is one.',
    'AI_REVIEW_BASE_URL',
  ),
  secret('AI_REVIEW_AUTHORIZATION', 'Authorization header of the AI provider.', 'AI_REVIEW_BASE_URL'),
  {
    key: 'AI_REVIEW_HEADERS_JSON',
    type: 'headers',
    secret: true,
    sentTo: ['AI_REVIEW_BASE_URL'],
    description: 'Headers sent with each call.',
  },
  open('AI_REVIEW_MODEL', 'text', 'Name of the model that writes the reviews.'),
  {
    // Received and never sent, so no address goes with it.
    key: INWARD_TRANSFER_KEY,
    type: 'text',
    secret: true,
    description:
      'Key that the middleware sends with transfers from other institutions; without a value every call is refused.',
    check: (value) =>
      WEBHOOK_SECRET.test(value) ? undefined : 'must have 32 to 200 visible ASCII characters without spaces',
  },
  {
    key: RECOVERY_PARTNER_SECRET,
    type: 'text',
    secret: true,
    description: 'Bearer token that the recovery partner sends to the webhooks; without a value every call is refused.',
    check: (value) =>
      WEBHOOK_SECRET.test(value) ? undefined : 'must have 32 to 200 visible ASCII characters without spaces',
  },
  open(
    'API_BYPASS_APPROVALS',
    'boolean',
    'Lets API operations run without approval by staff. It never bypasses an AML hold.',
    'false',
  ),
  open('AML_SCREENING_ENABLED', 'boolean', 'Enables the screening of movements by the AML rules.', 'false'),
  open('AML_RELEASE_VALIDITY_DAYS', 'count', 'Days until an unused AML release expires.', '7'),
  open(
    'AML_RULE_HOLDS_JOINED',
    'boolean',
    'Movements of one client, account and AML rule join the undecided hold of the first and are decided with it.',
    'false',
  ),
  open('LOCAL_TRANSFER_VAT_ENABLED', 'boolean', 'Charges VAT on fees of local transfers.', 'false'),
  open('LOCAL_TRANSFER_STAMP_DUTY_ENABLED', 'boolean', 'Charges stamp duty on local transfers.', 'false'),
  open('VAT_LEDGER_CODE', 'ledger-code', 'Ledger of VAT payable.'),
  open('STAMP_DUTY_LEDGER_CODE', 'ledger-code', 'Ledger of stamp duty payable.'),
  open('VAT_RATE', 'rate', 'VAT on fees.', '0.075'),
  open('STAMP_DUTY_AMOUNT', 'naira', 'Stamp duty on a transfer, in Naira.', '50'),
  open('STAMP_DUTY_MIN_TRANSFER', 'naira', 'Smallest transfer with stamp duty, in Naira.', '10000'),
  {
    key: PUBLIC_HOLIDAYS,
    type: 'text',
    secret: false,
    description: 'Dates of public holidays, with commas between them; working days leave them out.',
    check: (value) => (parseDates(value) ? undefined : 'must be dates such as 2026-12-25, with commas between them'),
  },
];
