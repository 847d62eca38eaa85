import type { SettingDefinition } from '../../institutions/settings/setting-definition';

export const RECEIPT_CODE_SECRET = 'RECEIPT_CODE_SECRET';
export const RECEIPT_VERIFICATION_URL = 'RECEIPT_VERIFICATION_URL';

/** Configuration keys of the verification of receipts. */
export const verificationSettings: readonly SettingDefinition[] = [
  {
    key: RECEIPT_VERIFICATION_URL,
    type: 'url',
    secret: false,
    description:
      'Address of the page that confirms receipts (/receipts of this service), printed on receipts with their ' +
      'code. Without it receipts show the code alone.',
  },
  {
    key: RECEIPT_CODE_SECRET,
    type: 'text',
    secret: true,
    description:
      'Secret of the verification codes of receipts. The first receipt makes it; another value makes the codes on all ' +
      'earlier receipts invalid.',
  },
];
