import { addDays } from '../../common/time/calendar';
import type { InterestPayment } from '../../products/terms/deposit-enumerations';
import type { FixedDeposit } from '../fixed-deposit.entity';
import { nextDueDate } from './payment-dates';

/** The dates of a new term: nothing is booked, and only upfront interest is paid through maturity. */
export type TermDates = Pick<FixedDeposit, 'startDate' | 'maturityDate' | 'accruedThrough' | 'paidThrough' | 'dueDate'>;

/** The dates of a term that begins on `startDate`. */
export function termDates(startDate: string, tenureDays: number, interestPayment: InterestPayment): TermDates {
  const maturityDate = addDays(startDate, tenureDays);
  return {
    startDate,
    maturityDate,
    accruedThrough: startDate,
    paidThrough: interestPayment === 'Upfront' ? maturityDate : startDate,
    dueDate: nextDueDate({ interestPayment, startDate, maturityDate }, startDate),
  };
}
