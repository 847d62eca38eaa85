import { buildMessage, ValidateBy } from 'class-validator';
import { isCalendarDate } from './calendar';

/** Property decorator for a day that exists, written `YYYY-MM-DD`. The field keeps the text. */
export function IsCalendarDate(): PropertyDecorator {
  return ValidateBy({
    name: 'isCalendarDate',
    validator: {
      validate: isCalendarDate,
      defaultMessage: buildMessage((each) => `${each}$property must be a date written YYYY-MM-DD`),
    },
  });
}
