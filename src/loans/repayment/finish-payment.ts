import {
  earnedBetweenKobo,
  feesFallingDue,
  recogniseFees,
  recogniseInterest,
  takenUpfront,
  totalInterestKobo,
} from '../accrual/recognise-income';
import { releaseAll } from '../accrual/suspense';
import type { LoanChange } from '../contract/loan-change';
import { statusAfterPayment, summariseLoan } from '../contract/summarise-loan';

/** The dates of a payment. */
export interface PaymentDates {
  /** Day of the payment. */
  paidOn: string;
  /** Date of the loan's totals and status: the day of the payment, or the next day in the end of day. */
  asOf: string;
}

/** Later than every due date. */
const END_OF_TIME = '9999-12-31';

/** Updates totals and status from the rows, and recognises the remaining income when the loan closes. */
export function finishPayment(
  change: LoanChange,
  { paidOn, asOf }: PaymentDates,
  vatLedgerId: number | undefined,
): void {
  const { loan, instalments } = change.locked;
  Object.assign(loan, summariseLoan(instalments, asOf));
  change.status = statusAfterPayment(loan, instalments);
  if (change.status !== 'Closed') return;
  loan.closedDate = paidOn;
  recogniseRemainingIncome(change, asOf, vatLedgerId);
}

/** Recognises income that was paid before it was earned, so that every receivable of the closed loan is zero. */
function recogniseRemainingIncome({ locked, legs }: LoanChange, asOf: string, vatLedgerId: number | undefined): void {
  const { loan, contract, instalments } = locked;
  const accruedThrough = loan.accruedThrough ?? asOf;
  const isUpfront = loan.unearnedAccountId !== null;
  const rest = isUpfront
    ? { owedKobo: 0n, upfrontKobo: earnedBetweenKobo(takenUpfront(instalments), accruedThrough, END_OF_TIME) }
    : { owedKobo: totalInterestKobo(instalments) - loan.interestAccruedKobo, upfrontKobo: 0n };
  legs.push(...recogniseInterest(loan, contract, rest));
  legs.push(...recogniseFees(loan, contract, feesFallingDue(instalments, accruedThrough, END_OF_TIME), vatLedgerId));
  legs.push(...releaseAll(locked));
  loan.accruedThrough = asOf > accruedThrough ? asOf : accruedThrough;
}
