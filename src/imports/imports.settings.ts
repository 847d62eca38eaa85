import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const MIGRATION_SUSPENSE_LEDGER = 'MIGRATION_SUSPENSE_LEDGER_CODE';

/** Configuration keys of the bringing-over of old books (docs/import.md). */
export const importsSettings: readonly SettingDefinition[] = [
  {
    key: MIGRATION_SUSPENSE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The ledger against which `corebank import` books opening balances; it must be zero before customers come.',
  },
];
