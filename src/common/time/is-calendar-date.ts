import { buildMessage, ValidateBy } from 'class-validator';
import { isCalendarDate } from './calendar';

/** Dates outside these years are typing errors, and the last dates of the calendar have no day after them. */
const FIRST = '1900-01-01';
const LAST = '2999-12-31';

/**
 * Property decorator for a date in a request: the text of a day that exists, `YYYY-MM-DD`, in the years 1900 to 2999.
 */
export function IsCalendarDate(): PropertyDecorator {
  return ValidateBy({
    name: 'isCalendarDate',
    validator: {
      validate: (value: unknown): boolean =>
        isCalendarDate(value) && FIRST <= (value as string) && (value as string) <= LAST,
      defaultMessage: buildMessage((each) => `${each}$property must be a date, YYYY-MM-DD, in the years 1900 to 2999`),
    },
  });
}
