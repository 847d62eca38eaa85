import type { SettingDefinition } from '../institutions/settings/setting-definition';

const WORKING_DAYS_MAX = 260;

const count = (key: string, value: string, description: string): SettingDefinition => ({
  key,
  type: 'count',
  secret: false,
  default: value,
  description,
});

export const FRAUD_ACKNOWLEDGE_HOURS = 'FRAUD_ACKNOWLEDGE_HOURS';
export const FRAUD_NOTIFY_MINUTES = 'FRAUD_NOTIFY_MINUTES';
export const FRAUD_CONCLUDE_WORKING_DAYS = 'FRAUD_CONCLUDE_WORKING_DAYS';
export const FRAUD_REFUND_HOURS = 'FRAUD_REFUND_HOURS';
export const FRAUD_REPORT_HOURS = 'FRAUD_REPORT_HOURS';

/** Configuration keys of complaints about fraud (docs/api/fraud-complaints.md#timers). */
export const fraudComplaintsSettings: readonly SettingDefinition[] = [
  count(FRAUD_ACKNOWLEDGE_HOURS, '24', 'Hours within which a complaint about fraud is acknowledged.'),
  count(FRAUD_NOTIFY_MINUTES, '30', 'Minutes within which the receiving institution is told.'),
  {
    ...count(FRAUD_CONCLUDE_WORKING_DAYS, '14', 'Working days within which a complaint about fraud is concluded.'),
    check: (value) => (Number(value) <= WORKING_DAYS_MAX ? undefined : `must be at most ${WORKING_DAYS_MAX}`),
  },
  count(FRAUD_REFUND_HOURS, '48', 'Hours after the conclusion within which the customer is refunded.'),
  count(
    FRAUD_REPORT_HOURS,
    '72',
    'Hours after the payment within which a customer reports it without losing the refund.',
  ),
];
