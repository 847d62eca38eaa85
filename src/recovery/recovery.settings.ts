import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const RECOVERY_RECEIVABLE_LEDGER = 'RECOVERY_PARTNER_RECEIVABLE_LEDGER_CODE';
export const RECOVERY_FEE_LEDGER = 'RECOVERY_PARTNER_FEE_LEDGER_CODE';

/** Configuration keys of the recovery partner, beside its webhook secret. */
export const recoverySettings: readonly SettingDefinition[] = [
  {
    key: RECOVERY_RECEIVABLE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The receivable ledger of money that the recovery partner has collected and not settled yet.',
  },
  {
    key: RECOVERY_FEE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The expense ledger of the fees that the recovery partner keeps.',
  },
];
