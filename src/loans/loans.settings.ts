import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { LICENCE_CLASSES } from './classification/classification-scales';
import { ownScalesViolation } from './classification/own-scales';

export const LOAN_COLLECTION_LEDGERS = 'LOAN_COLLECTION_LEDGER_CODES';
export const LICENCE_CLASS = 'LICENCE_CLASS';
export const LOAN_CLASSIFICATION_SCALES = 'LOAN_CLASSIFICATION_SCALES';
export const LOAN_CURE_DAYS = 'LOAN_CURE_DAYS';

const CODES_MAX = 50;
const CODE = /^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/;

/** The ledger codes in a value of `LOAN_COLLECTION_LEDGER_CODES`. */
export function collectionCodes(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((code) => code.trim());
}

function codesViolation(value: string): string | undefined {
  const codes = collectionCodes(value);
  return codes.length <= CODES_MAX && codes.every((code) => CODE.test(code))
    ? undefined
    : `must be at most ${CODES_MAX} ledger codes, separated by commas`;
}

/** Configuration keys of loans. */
export const loansSettings: readonly SettingDefinition[] = [
  {
    key: LOAN_COLLECTION_LEDGERS,
    type: 'text',
    secret: false,
    check: codesViolation,
    description:
      'Codes of the ledgers on which repayments of loans are collected, separated by commas. Ledgers of the product, ' +
      'of tills and TRANSFER_DEFAULT_LEDGER_CODE are allowed as well.',
  },
  {
    key: LICENCE_CLASS,
    type: 'choice',
    secret: false,
    allowed: LICENCE_CLASSES,
    default: 'CommercialBank',
    description: 'The licence of the institution. It decides by which scale of the Central Bank loans are classified.',
  },
  {
    key: LOAN_CLASSIFICATION_SCALES,
    type: 'json',
    secret: false,
    check: ownScalesViolation,
    description:
      'Own scales of classes by the date from which they hold, instead of the Central Bank’s: for each date and class ' +
      'fromDays, provisionPercent and nonPerforming.',
  },
  {
    key: LOAN_CURE_DAYS,
    type: 'count',
    secret: false,
    default: '90',
    description:
      'Days in a row that a non-performing loan must be out of the non-performing classes before its new interest and ' +
      'charges are income again.',
  },
];
