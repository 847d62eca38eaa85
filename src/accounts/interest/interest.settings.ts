import type { SettingDefinition } from '../../institutions/settings/setting-definition';

export const OVERDRAFT_RECEIVABLE_LEDGER = 'OVERDRAFT_INTEREST_RECEIVABLE_LEDGER_CODE';
export const OVERDRAFT_INCOME_LEDGER = 'OVERDRAFT_INTEREST_INCOME_LEDGER_CODE';

/** Configuration keys of overdraft interest. Savings interest is configured in the terms of products. */
export const interestSettings: readonly SettingDefinition[] = [
  {
    key: OVERDRAFT_RECEIVABLE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The asset ledger for overdraft interest that is not charged yet. Without it overdraft interest accrues but is ' +
      'neither booked nor charged.',
  },
  {
    key: OVERDRAFT_INCOME_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'The income ledger for overdraft interest. Without it overdraft interest accrues but is neither booked nor ' +
      'charged.',
  },
];
