import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const LOAN_COLLECTION_LEDGERS = 'LOAN_COLLECTION_LEDGER_CODES';

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
];
