import { fieldRule } from '../openapi/documented-rule';
import { isCalendarDate } from './calendar';

/** Dates outside these years are typing errors, and the last dates of the calendar have no day after them. */
const FIRST = '1900-01-01';
const LAST = '2999-12-31';

/**
 * Property decorator for a date in a request: the text of a day that exists, `YYYY-MM-DD`, in the years 1900 to 2999.
 */
export function IsCalendarDate(): PropertyDecorator {
  return fieldRule({
    name: 'isCalendarDate',
    schema: { type: 'string', format: 'date', pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' },
    validate: (value) => isCalendarDate(value) && FIRST <= (value as string) && (value as string) <= LAST,
    expected: 'a date, YYYY-MM-DD, in the years 1900 to 2999',
  });
}
