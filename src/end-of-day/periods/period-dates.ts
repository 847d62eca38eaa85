import { daysInMonth } from '../../common/time/calendar';
import type { AccountingPeriod } from './accounting-period.entity';

/** The kind and dates of a period, without its status. */
export type PeriodDates = Pick<AccountingPeriod, 'kind' | 'period' | 'firstDay' | 'lastDay'>;

/** The days of a month (`2026-10`) or a year (`2026`). */
export function periodDates(period: string): PeriodDates {
  if (period.length === 4) return { kind: 'Year', period, firstDay: `${period}-01-01`, lastDay: `${period}-12-31` };
  const firstDay = `${period}-01`;
  return { kind: 'Month', period, firstDay, lastDay: `${period}-${daysInMonth(firstDay)}` };
}
