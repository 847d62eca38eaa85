import type { SettingDefinition } from '../institutions/settings/setting-definition';

export const CASE_MIN_SCORE = 'AML_CASE_MIN_SCORE';
export const CASE_TOUCH_HOURS = 'AML_CASE_TOUCH_HOURS';
export const CASE_DECISION_HOURS = 'AML_CASE_DECISION_HOURS';
export const CASE_SAMPLE_SHARE = 'AML_CASE_SAMPLE_SHARE';

/** Configuration keys of the AML desk (docs/api/cases.md#settings). */
export const casesSettings: readonly SettingDefinition[] = [
  {
    key: CASE_MIN_SCORE,
    type: 'count',
    secret: false,
    default: '50',
    check: (value) => (Number(value) <= 101 ? undefined : 'must be at most 101, at which no alert opens a case'),
    description: 'The score from which an alert opens or joins a case by itself; 101 for none.',
  },
  {
    key: CASE_TOUCH_HOURS,
    type: 'count',
    secret: false,
    default: '8',
    description: 'Hours within which an officer begins with a new case. A change holds for new cases.',
  },
  {
    key: CASE_DECISION_HOURS,
    type: 'count',
    secret: false,
    default: '72',
    description: 'Hours within which a new case is decided. A change holds for new cases.',
  },
  {
    key: CASE_SAMPLE_SHARE,
    type: 'rate',
    secret: false,
    default: '0.1',
    description: 'The share of closed cases, and of alerts closed together, at which somebody looks a second time.',
  },
];
