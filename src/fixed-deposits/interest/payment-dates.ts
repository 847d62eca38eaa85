import { addMonths } from '../../common/time/calendar';
import type { InterestPayment } from '../../products/terms/deposit-enumerations';

/** The terms that decide when a deposit's interest is paid. */
export interface PaymentTerms {
  interestPayment: InterestPayment;
  startDate: string;
  maturityDate: string;
}

/**
 * The next date after `date` on which the deposit pays interest or matures. Monthly interest is paid on the day of the
 * month on which the deposit began, or on the month's last day where it has no such day.
 */
export function nextDueDate({ interestPayment, startDate, maturityDate }: PaymentTerms, date: string): string {
  if (interestPayment !== 'Monthly') return maturityDate;
  const next = addMonths(startDate, wholeMonths(startDate, date) + 1);
  return next < maturityDate ? next : maturityDate;
}

/**
 * The last date on or before `date`, and before maturity, through which interest is due; the start date when there is
 * none.
 */
export function lastPaymentDate({ interestPayment, startDate, maturityDate }: PaymentTerms, date: string): string {
  if (interestPayment === 'Upfront') return maturityDate;
  if (interestPayment === 'AtMaturity' || date <= startDate) return startDate;
  const last = addMonths(startDate, wholeMonths(startDate, date));
  return last < maturityDate ? last : addMonths(startDate, lastMonthBefore(startDate, maturityDate));
}

/** Whole months from `from` to `to`, counted by the anniversaries of `from`; 0 when `to` is before `from`. */
function wholeMonths(from: string, to: string): number {
  if (to <= from) return 0;
  // The difference in calendar months is at most one too many.
  const months = monthIndex(to) - monthIndex(from);
  return addMonths(from, months) > to ? months - 1 : months;
}

/** The number of the last anniversary before a date. */
function lastMonthBefore(from: string, to: string): number {
  const months = wholeMonths(from, to);
  return addMonths(from, months) === to ? months - 1 : months;
}

function monthIndex(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
}
