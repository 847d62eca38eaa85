import { addDays } from '../../common/time/calendar';
import type { InterestPostingFrequency } from '../../products/terms/deposit-enumerations';

/** Months between the ends of two periods. */
const MONTHS: Record<InterestPostingFrequency, number> = { Monthly: 1, Quarterly: 3, Yearly: 12 };

/** Whether interest is posted at the close of a date: the last day of a month, of a quarter, of a year. */
export function endsPeriod(posting: InterestPostingFrequency, date: string): boolean {
  return addDays(date, 1).endsWith('-01') && Number(date.slice(5, 7)) % MONTHS[posting] === 0;
}
