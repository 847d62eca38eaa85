import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const UNCLAIMED_FUNDS_LEDGER = 'UNCLAIMED_FUNDS_LEDGER_CODE';

/** Configuration keys of postings. */
export const postingsSettings: readonly SettingDefinition[] = [
  {
    key: UNCLAIMED_FUNDS_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that takes reversals and refunds for closed accounts.',
  },
];
