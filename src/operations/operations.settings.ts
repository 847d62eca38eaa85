import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const TILL_DIFFERENCE_LEDGER = 'TILL_DIFFERENCE_LEDGER_CODE';

/** Configuration keys of tills. */
export const operationsSettings: readonly SettingDefinition[] = [
  {
    key: TILL_DIFFERENCE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The ledger of cash that tills have too much or too little. Without it only counts that balance are kept.',
  },
];
