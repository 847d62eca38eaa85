import { addDays, isCalendarDate, startOfDay } from '../common/time/calendar';

/**
 * The time of an event from a provider's text: local time of the institution when the text has no offset. A date alone
 * is the end of that day; otherwise an event of today would be older than a status of this morning.
 *
 * @param text a date, or a date and time with or without an offset, as `LifecycleFeedbackBody` allows them.
 */
export function eventInstant(text: string, timeZone: string): Date {
  if (isCalendarDate(text)) return new Date(startOfDay(addDays(text, 1), timeZone).getTime() - 1);
  if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return new Date(text);
  const [date, time] = text.split('T') as [string, string];
  const sinceMidnightMs = Date.parse(`1970-01-01T${time}Z`);
  return new Date(startOfDay(date, timeZone).getTime() + sinceMidnightMs);
}
