import type { SettingDefinition } from '../../institutions/settings/setting-definition';

export const OVERDRAFT_RECEIVABLE_LEDGER = 'OVERDRAFT_INTEREST_RECEIVABLE_LEDGER_CODE';
export const OVERDRAFT_INCOME_LEDGER = 'OVERDRAFT_INTEREST_INCOME_LEDGER_CODE';

/** Configuration keys of interest. Those of savings interest are terms of the products. */
export const interestSettings: readonly SettingDefinition[] = [
  {
    key: OVERDRAFT_RECEIVABLE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The asset ledger of overdraft interest that is not charged yet. Without it overdraft interest accrues, but is neither booked nor charged.',
  },
  {
    key: OVERDRAFT_INCOME_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The income ledger of overdraft interest. Without it overdraft interest accrues, but is neither booked nor charged.',
  },
];
