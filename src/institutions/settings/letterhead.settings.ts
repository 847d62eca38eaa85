import type { SettingDefinition } from './setting-definition';

export const LETTERHEAD_ADDRESS = 'LETTERHEAD_ADDRESS';
export const LETTERHEAD_CONTACT = 'LETTERHEAD_CONTACT';

/** Lines below the institution's name in the letterhead of statements, receipts, certificates and letters. */
export const letterheadSettings: readonly SettingDefinition[] = [
  {
    key: LETTERHEAD_ADDRESS,
    type: 'text',
    secret: false,
    onePerson: true,
    description: 'Address in the letterhead of statements, receipts and letters.',
  },
  {
    key: LETTERHEAD_CONTACT,
    type: 'text',
    secret: false,
    onePerson: true,
    description: 'Telephone, e-mail or web address in the letterhead of statements, receipts and letters.',
  },
];
