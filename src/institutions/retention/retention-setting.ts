import type { ExpiredRows } from '../../common/housekeeping';
import type { SettingDefinition } from '../settings/setting-definition';

/** A kind of record with personal data, and the period for which an institution keeps it. */
export interface RetentionKind {
  /** Stable name, such as `messages`; at most 30 characters. */
  readonly name: string;
  /** Words for staff that say which records the kind has. */
  readonly title: string;
  /** The configuration key of the period. */
  readonly setting: string;
  readonly unit: 'days' | 'years';
  /** The period of an institution that sets none. */
  readonly byDefault: number;
  /** The shortest period, with the law or rule that demands it. */
  readonly floor?: { readonly period: number; readonly source: string };
  /** The rows that housekeeping deletes; absent for a kind that the end of day erases. */
  readonly rows?: Pick<ExpiredRows, 'table' | 'key' | 'where'>;
}

/** The configuration key of a kind's period. A period below the floor is refused with its source. */
export function retentionSetting({ setting, title, unit, byDefault, floor }: RetentionKind): SettingDefinition {
  return {
    key: setting,
    type: 'count',
    secret: false,
    default: String(byDefault),
    description: floor
      ? `Retention in ${unit}: ${title}. At least ${floor.period}: ${floor.source}.`
      : `Retention in ${unit}: ${title}.`,
    check: (value) =>
      floor && Number(value) < floor.period
        ? `must be ${floor.period} or more, because a shorter period is against ${floor.source}`
        : undefined,
  };
}
