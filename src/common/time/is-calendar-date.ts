import { buildMessage, ValidateBy } from 'class-validator';
import { isCalendarDate } from './calendar';

/** Dates outside are typing errors, and near the ends of the calendar a day more or less does not exist. */
const FIRST = '1900-01-01';
const LAST = '2999-12-31';

/** Property decorator for a date in a request: the text of a day that exists, `YYYY-MM-DD`, in the years 1900 to 2999. */
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
