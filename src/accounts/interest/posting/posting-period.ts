import { addDays } from '../../../common/time/calendar';
import type { InterestPostingFrequency } from '../../../products/terms/deposit-enumerations';

/** Months in a posting period. */
const MONTHS: Record<InterestPostingFrequency, number> = { Monthly: 1, Quarterly: 3, Yearly: 12 };

/** True on the last date of a posting period: the last day of a month, of a quarter, of a year. */
export function endsPeriod(posting: InterestPostingFrequency, date: string): boolean {
  return addDays(date, 1).endsWith('-01') && Number(date.slice(5, 7)) % MONTHS[posting] === 0;
}
