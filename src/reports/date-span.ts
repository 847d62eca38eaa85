import { validationFailed } from '../common/http/validation.pipe';
import { daysBetween } from '../common/time/calendar';
import type { DateSpan } from './account-period';
import { reportsErrors } from './reports.errors';

/**
 * The dates of a report.
 * @param names names of the two query fields, for the error.
 * @throws VALIDATION_FAILED (400) when the last date is before the first.
 */
export function dateSpan(from: string, to: string, names: [from: string, to: string]): DateSpan {
  if (to < from) throw validationFailed([{ field: names[1], message: `must not be before ${names[0]}` }]);
  return { from, to };
}

/** @throws PERIOD_TOO_LONG (422) */
export function assertDays({ from, to }: DateSpan, daysMax: number): void {
  const days = daysBetween(from, to) + 1;
  if (days > daysMax)
    throw reportsErrors.PERIOD_TOO_LONG(
      `The period has ${days} days; this report allows at most ${daysMax}. Choose a shorter period.`,
    );
}
