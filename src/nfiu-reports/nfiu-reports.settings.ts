import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { parseBases, STR_BASES } from './report-due-times';

export const CTR_ENABLED = 'CTR_DETECTION_ENABLED';
export const CTR_THRESHOLD_INDIVIDUAL = 'CTR_THRESHOLD_INDIVIDUAL';
export const CTR_THRESHOLD_COMPANY = 'CTR_THRESHOLD_COMPANY';
export const CTR_SCOPE = 'CTR_SCOPE';
export const CTR_COMPARISON = 'CTR_COMPARISON';
export const CTR_CASH_LEDGERS = 'CTR_CASH_LEDGER_CODES';
export const CTR_DUE_DAYS = 'CTR_DUE_DAYS';
export const STR_DUE_HOURS = 'STR_DUE_HOURS';
export const STR_TRANSACTION_DUE_HOURS = 'STR_TRANSACTION_DUE_HOURS';
export const STR_DETECTION_DUE_HOURS = 'STR_DETECTION_DUE_HOURS';
export const STR_ALARM_BASES = 'STR_ALARM_BASES';
export const NFIU_WARNING_HOURS = 'NFIU_WARNING_HOURS';
export const NFIU_ENTITY_ID = 'NFIU_ENTITY_ID';
export const NFIU_ENTITY_BRANCH = 'NFIU_ENTITY_BRANCH';
export const NFIU_REPORTER_FIRST_NAME = 'NFIU_REPORTER_FIRST_NAME';
export const NFIU_REPORTER_LAST_NAME = 'NFIU_REPORTER_LAST_NAME';
export const NFIU_NON_BANK = 'NFIU_NON_BANK';
export const NFIU_LAYOUT = 'NFIU_LAYOUT';

export const CTR_SCOPES = ['all', 'cash'] as const;
export const CTR_COMPARISONS = ['above', 'at-least'] as const;
export type CtrComparison = (typeof CTR_COMPARISONS)[number];
/** Layouts that the program writes; a later one gets its writer and its schema beside the present ones. */
export const LAYOUTS = ['4.5'] as const;

const LEDGER_CODES = /^[A-Za-z0-9.-]{1,20}(,[A-Za-z0-9.-]{1,20}){0,49}$/;

/** Configuration keys of reports to the NFIU (docs/api/nfiu-reports.md#settings). */
export const nfiuReportsSettings: readonly SettingDefinition[] = [
  {
    key: CTR_ENABLED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Find the transactions of each closed day that need a currency transaction report.',
  },
  {
    key: CTR_THRESHOLD_INDIVIDUAL,
    type: 'naira',
    secret: false,
    default: '5000000',
    description: 'Threshold of a currency transaction report for a person, in Naira.',
  },
  {
    key: CTR_THRESHOLD_COMPANY,
    type: 'naira',
    secret: false,
    default: '10000000',
    description: 'Threshold of a currency transaction report for a company or group, in Naira.',
  },
  {
    key: CTR_SCOPE,
    type: 'choice',
    allowed: CTR_SCOPES,
    secret: false,
    default: 'all',
    description:
      'Whether every transaction counts or only cash. The statute names transactions, lodgements and transfers.',
  },
  {
    key: CTR_COMPARISON,
    type: 'choice',
    allowed: CTR_COMPARISONS,
    secret: false,
    default: 'above',
    description: 'Whether a transaction of exactly the threshold is reported (`at-least`) or only one above it.',
  },
  {
    key: CTR_CASH_LEDGERS,
    type: 'text',
    secret: false,
    check: (value) => (LEDGER_CODES.test(value) ? undefined : 'must be codes of ledgers with commas between them'),
    description: 'Ledgers of cash beside those of the tills, such as the vault: codes with commas between them.',
  },
  {
    key: CTR_DUE_DAYS,
    type: 'count',
    secret: false,
    default: '7',
    description: 'Days after the transaction by which a currency transaction report is due.',
  },
  {
    key: STR_DUE_HOURS,
    type: 'count',
    secret: false,
    default: '24',
    description: 'Hours after the suspicion by which a suspicious transaction report is due.',
  },
  {
    key: STR_TRANSACTION_DUE_HOURS,
    type: 'count',
    secret: false,
    default: '72',
    description: 'Hours after the start of the first transaction by which a suspicious transaction report is due.',
  },
  {
    key: STR_DETECTION_DUE_HOURS,
    type: 'count',
    secret: false,
    default: '96',
    description: 'Hours after the first alert of the case by which a suspicious transaction report is due.',
  },
  {
    key: STR_ALARM_BASES,
    type: 'text',
    secret: false,
    default: 'suspicion',
    check: (value) =>
      parseBases(value) ? undefined : `must be some of ${STR_BASES.join(', ')} with commas between them`,
    description:
      'Which due times of a suspicious transaction report raise the alarm, the earliest of them: `suspicion`, ' +
      '`transaction` and `detection` with commas between them.',
  },
  {
    key: NFIU_WARNING_HOURS,
    type: 'count',
    secret: false,
    default: '6',
    description: 'Hours before the deadline of a report at which its officers are warned.',
  },
  {
    key: NFIU_ENTITY_ID,
    type: 'count',
    secret: false,
    description: "The institution's number as a reporting entity of the NFIU.",
  },
  {
    key: NFIU_ENTITY_BRANCH,
    type: 'text',
    secret: false,
    description: 'The branch of the reporting entity, where the NFIU has assigned one.',
  },
  {
    key: NFIU_REPORTER_FIRST_NAME,
    type: 'text',
    secret: false,
    description: 'First name of the compliance officer who reports to the NFIU.',
  },
  {
    key: NFIU_REPORTER_LAST_NAME,
    type: 'text',
    secret: false,
    description: 'Last name of the compliance officer who reports to the NFIU.',
  },
  {
    key: NFIU_NON_BANK,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'True for an institution that reports as one that is no bank.',
  },
  {
    key: NFIU_LAYOUT,
    type: 'choice',
    allowed: LAYOUTS,
    secret: false,
    default: '4.5',
    description: 'Version of the layout of goAML in which reports are written.',
  },
];
