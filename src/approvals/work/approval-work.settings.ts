import type { SettingDefinition } from '../../institutions/settings/setting-definition';

export const APPROVAL_HOURS_TO_DECIDE = 'APPROVAL_HOURS_TO_DECIDE';
export const BULK_DECISION_MAX_AMOUNT = 'BULK_DECISION_MAX_AMOUNT';
export const AML_HOURS_TO_DECIDE = 'AML_HOURS_TO_DECIDE';

/** A year: a longer time to decide is none. */
const HOURS_MAX = 8_760;

const atMostAYear = (value: string): string | undefined =>
  Number(value) <= HOURS_MAX ? undefined : `must be at most ${HOURS_MAX} hours`;

/**
 * Time to decide. The database sets the due time of a new approval by these keys, and knows the same defaults
 * (migration `add-desk-work`).
 */
export const approvalWorkSettings: readonly SettingDefinition[] = [
  {
    key: APPROVAL_HOURS_TO_DECIDE,
    type: 'count',
    secret: false,
    default: '24',
    description: 'Hours within which staff should decide an approval. Later it is overdue and is escalated.',
    check: atMostAYear,
  },
  {
    key: AML_HOURS_TO_DECIDE,
    type: 'count',
    secret: false,
    default: '24',
    description: 'Hours within which staff should decide an AML hold. Later it is overdue and is escalated.',
    check: atMostAYear,
  },
  {
    key: BULK_DECISION_MAX_AMOUNT,
    type: 'naira',
    secret: false,
    default: '1000000',
    description: 'Largest amount, in Naira, up to which staff decide approvals and AML holds in bulk.',
  },
];
