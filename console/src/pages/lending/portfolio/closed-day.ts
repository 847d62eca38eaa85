import { useSession } from '../../../app/session';
import { plusDays } from '../../../rules/dates';

/** The day before the business date, the last one that can have been closed. */
export function useLastClosedDay(): string {
  return plusDays(useSession().view.businessDate, -1);
}

/** The last day of the month before. */
export function endOfMonthBefore(date: string): string {
  return plusDays(`${date.slice(0, 7)}-01`, -1);
}
