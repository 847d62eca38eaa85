import type { SettingDefinition } from './setting-definition';

export const LETTERHEAD_ADDRESS = 'LETTERHEAD_ADDRESS';
export const LETTERHEAD_CONTACT = 'LETTERHEAD_CONTACT';

/** What stands below the institution's name at the head of statements, receipts, certificates and letters. */
export const letterheadSettings: readonly SettingDefinition[] = [
  {
    key: LETTERHEAD_ADDRESS,
    type: 'text',
    secret: false,
    description: 'Address at the head of statements, receipts and letters.',
  },
  {
    key: LETTERHEAD_CONTACT,
    type: 'text',
    secret: false,
    description: 'Telephone, e-mail or web address at the head of statements, receipts and letters.',
  },
];
