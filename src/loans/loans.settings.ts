import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { LICENCE_CLASSES } from './classification/classification-scales';
import { ownScalesViolation } from './classification/own-scales';
import { borrowerGroupsViolation } from './limits/borrower-groups';
import { creditLimitsViolation } from './limits/own-credit-limits';
import { impairmentTablesViolation } from './provisions/impairment-tables';

export const LOAN_COLLECTION_LEDGERS = 'LOAN_COLLECTION_LEDGER_CODES';
export const LICENCE_CLASS = 'LICENCE_CLASS';
export const LOAN_CLASSIFICATION_SCALES = 'LOAN_CLASSIFICATION_SCALES';
export const LOAN_CURE_DAYS = 'LOAN_CURE_DAYS';
export const SHAREHOLDERS_FUNDS = 'SHAREHOLDERS_FUNDS';
export const LOAN_CREDIT_LIMITS = 'LOAN_CREDIT_LIMITS';
export const LOAN_BORROWER_GROUPS = 'LOAN_BORROWER_GROUPS';
export const LOAN_CONTAGION = 'LOAN_CONTAGION';
export const LOAN_RESTRUCTURED_CLASS_KEPT = 'LOAN_RESTRUCTURED_CLASS_KEPT';
export const LOAN_PROVISION_BASIS = 'LOAN_PROVISION_BASIS';
export const LOAN_IMPAIRMENT_TABLES = 'LOAN_IMPAIRMENT_TABLES';
export const LOAN_ALLOWANCE_LEDGER = 'LOAN_ALLOWANCE_LEDGER_CODE';
export const LOAN_IMPAIRMENT_LEDGER = 'LOAN_IMPAIRMENT_LEDGER_CODE';
export const LOAN_EFFECTIVE_INTEREST_LEDGER = 'LOAN_EFFECTIVE_INTEREST_LEDGER_CODE';
export const LOAN_INTEREST_ADJUSTMENT_LEDGER = 'LOAN_INTEREST_ADJUSTMENT_LEDGER_CODE';
export const REGULATORY_RISK_RESERVE_LEDGER = 'REGULATORY_RISK_RESERVE_LEDGER_CODE';

/** What the allowance for loan losses in the books is. */
export const PROVISION_BASES = ['None', 'Prudential', 'IFRS9'] as const;
export type ProvisionBasis = (typeof PROVISION_BASES)[number];

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

/** Funds of the largest banks are above what an amount of a request can be. */
function fundsViolation(value: string): string | undefined {
  return /^\d{1,15}(\.\d{1,2})?$/.test(value) ? undefined : 'must be an amount in Naira with at most 2 decimals';
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
  {
    key: SHAREHOLDERS_FUNDS,
    type: 'text',
    secret: false,
    check: fundsViolation,
    description:
      'Shareholders’ funds unimpaired by losses, in Naira. Limits of credit are percentages of them; without a value ' +
      'there is no limit.',
  },
  {
    key: LOAN_CREDIT_LIMITS,
    type: 'json',
    secret: false,
    check: creditLimitsViolation,
    description:
      'Own limits of credit in percent of shareholders’ funds, instead of the Central Bank’s for the licence: borrower, ' +
      'group, insider, insiders.',
  },
  {
    key: LOAN_BORROWER_GROUPS,
    type: 'json',
    secret: false,
    check: borrowerGroupsViolation,
    description:
      'Related borrowers whose credit counts together: for each group customers (customer IDs) and insider (true or ' +
      'false).',
  },
  {
    key: LOAN_CONTAGION,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'All running loans of a customer get the class of the worst one, in the end of day.',
  },
  {
    key: LOAN_RESTRUCTURED_CLASS_KEPT,
    type: 'boolean',
    secret: false,
    default: 'false',
    description:
      'A loan that is restructured while its income is in suspense keeps its class, and with it its provision, until it ' +
      'has performed for LOAN_CURE_DAYS. Otherwise new terms make it performing at once.',
  },
  {
    key: LOAN_PROVISION_BASIS,
    type: 'choice',
    secret: false,
    allowed: PROVISION_BASES,
    default: 'None',
    description:
      'The allowance for loan losses that the end of day books: none, the prudential provision of the classes, or the ' +
      'expected credit loss under IFRS 9, with the prudential excess in the regulatory risk reserve.',
  },
  {
    key: LOAN_IMPAIRMENT_TABLES,
    type: 'json',
    secret: false,
    check: impairmentTablesViolation,
    description:
      'Tables of expected credit loss by the date from which they hold: portfolios by product code (* for all others) ' +
      'with pd12Month, pdLifetime, lgdUnsecured, lgdSecured and ead, and the days of the stages.',
  },
  {
    key: LOAN_ALLOWANCE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'Control ledger (asset) of the allowance for loan losses, which reduces the loans.',
  },
  {
    key: LOAN_IMPAIRMENT_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'Expense ledger of provisions for loan losses.',
  },
  {
    key: LOAN_EFFECTIVE_INTEREST_LEDGER,
    type: 'ledger-code',
    secret: false,
    description:
      'Control ledger (asset) of the adjustments of loan interest under IFRS 9. With it and the basis IFRS9 the end of ' +
      'each month books effective interest and interest on the net amount of loans in stage 3.',
  },
  {
    key: LOAN_INTEREST_ADJUSTMENT_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'Income ledger that the adjustments of loan interest under IFRS 9 raise or lower.',
  },
  {
    key: REGULATORY_RISK_RESERVE_LEDGER,
    type: 'ledger-code',
    secret: false,
    description: 'Control ledger (equity) of the regulatory risk reserve under IFRS 9.',
  },
];
