import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const CARD_SUSPENSE_LEDGER = 'CARD_SUSPENSE_LEDGER_CODE';
export const CARD_VAT = 'CARD_ISSUANCE_VAT_ENABLED';

/** Configuration keys of cards, beside the ones that the specification names. */
export const cardsSettings: readonly SettingDefinition[] = [
  {
    key: CARD_SUSPENSE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that bears card spend whose account has been closed.',
  },
  {
    key: CARD_VAT,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Whether the card issuance charge bears VAT.',
  },
];
