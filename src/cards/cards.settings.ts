import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const CARD_SUSPENSE_LEDGER = 'CARD_SUSPENSE_LEDGER_CODE';
/** The amount, in Naira, from which a single card spend is listed for staff to look at. */
export const CARD_SPEND_ALERT = 'CARD_SPEND_ALERT_AMOUNT';
export const CARD_VAT = 'CARD_ISSUANCE_VAT_ENABLED';

/**
 * Configuration keys of cards, beside those of the integration (docs/api/institutions.md#bills-transfers-and-cards).
 */
export const cardsSettings: readonly SettingDefinition[] = [
  {
    key: CARD_SUSPENSE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'The ledger that is debited for card spend of closed accounts.',
  },
  {
    key: CARD_SPEND_ALERT,
    type: 'naira',
    secret: false,
    default: '5000000',
    description:
      'Card spend of this amount in Naira or more is posted, because it has happened, and is listed for staff as an ' +
      'alert.',
  },
  {
    key: CARD_VAT,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Charge VAT on the card issuance charge.',
  },
];
