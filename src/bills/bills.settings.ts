import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const LATE_TOKENS_FETCHED = 'BILLS_LATE_TOKENS_FETCHED';

/**
 * Configuration keys of bills, beside those of the integration (docs/api/institutions.md#bills-transfers-and-cards).
 */
export const billsSettings: readonly SettingDefinition[] = [
  {
    key: LATE_TOKENS_FETCHED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description:
      'Ask the provider for an electricity token that the payment did not bring, for a day, without waiting for a ' +
      'client to ask.',
  },
];
