import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const UNCLAIMED_FUNDS_LEDGER = 'UNCLAIMED_FUNDS_LEDGER_CODE';

export const VALUE_DATE_MAX_AGE_DAYS = 'VALUE_DATE_MAX_AGE_DAYS';

/** Configuration keys of postings. */
export const postingsSettings: readonly SettingDefinition[] = [
  {
    key: UNCLAIMED_FUNDS_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that takes reversals and refunds for closed accounts.',
  },
  {
    key: VALUE_DATE_MAX_AGE_DAYS,
    type: 'count',
    secret: false,
    description:
      'The most days before the business date that the value date of a manual posting may be. Without it value dates ' +
      'may be of any age.',
  },
];
