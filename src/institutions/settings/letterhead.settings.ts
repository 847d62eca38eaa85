import type { SettingDefinition } from './setting-definition';

export const LETTERHEAD_ADDRESS = 'LETTERHEAD_ADDRESS';
export const LETTERHEAD_CONTACT = 'LETTERHEAD_CONTACT';
export const LETTERHEAD_LICENCE = 'LETTERHEAD_LICENCE';
export const LETTERHEAD_DEPOSIT_INSURANCE = 'LETTERHEAD_DEPOSIT_INSURANCE';

/** A longer line would push the document itself down. */
const LINE_LENGTH_MAX = 250;

function lineViolation(value: string): string | undefined {
  return value.length <= LINE_LENGTH_MAX && !/[\p{Cc}]/u.test(value) && value.trim() !== ''
    ? undefined
    : `must be one line of at most ${LINE_LENGTH_MAX} characters`;
}

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
  {
    key: LETTERHEAD_LICENCE,
    type: 'text',
    secret: false,
    onePerson: true,
    check: lineViolation,
    description:
      'Licence line of the letterhead, such as: RC 123456. Licensed by the Central Bank of Nigeria as a microfinance ' +
      'bank.',
  },
  {
    key: LETTERHEAD_DEPOSIT_INSURANCE,
    type: 'text',
    secret: false,
    onePerson: true,
    check: lineViolation,
    description:
      'Deposit-insurance line of the letterhead, such as: Deposits are insured by the Nigeria Deposit Insurance ' +
      'Corporation.',
  },
];
