import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const DRY_RUNS_PER_DAY = 'DRY_RUNS_PER_DAY';
export const DEFAULT_DRY_RUNS_PER_DAY = 100;

/** Configuration keys of the ledger. */
export const ledgerSettings: readonly SettingDefinition[] = [
  {
    key: DRY_RUNS_PER_DAY,
    type: 'count',
    secret: false,
    default: String(DEFAULT_DRY_RUNS_PER_DAY),
    description:
      'Dry runs that an API client may ask for in 24 hours; one that would be held counts twenty times. Default 100.',
  },
];
