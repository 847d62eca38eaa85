import { earnedBetweenKobo, takenUpfront, totalInterestKobo } from '../accrual/accrue-interest';
import {
  feesFallingDue,
  recogniseFees,
  recogniseInterest,
  releaseSuspense,
  unpaidInterestKobo,
} from '../accrual/recognise-income';
import { addPayment, unpaidOf } from '../contract/instalment-amounts';
import type { LoanChange } from '../contract/loan-change';
import { type ComponentAmounts, sumOfAmounts, totalKobo } from '../contract/loan-components';
import { paidLegs } from '../contract/loan-legs';
import { summariseLoan } from '../contract/summarise-loan';
import { statusAfterPayment } from './status-after-payment';

/** When a payment counts. */
export interface PaymentDates {
  /** The day it pays on. */
  paidOn: string;
  /** The date whose view the loan's sums and status are: the same day, or the next one for what the end of the day does. */
  asOf: string;
}

/** After every due date. */
const END_OF_TIME = '9999-12-31';

/**
 * Pays amounts off rows of a loan: the rows, the sums and the legs of its books; the legs of where the money comes from are
 * the caller's. Closes the loan when nothing is left.
 * @param amounts one for each of the loan's rows, in their order.
 */
export function applyPayment(
  change: LoanChange,
  amounts: readonly ComponentAmounts[],
  dates: PaymentDates,
  vatLedgerId: number | undefined,
): ComponentAmounts {
  const { loan, contract, instalments } = change.locked;
  amounts.forEach((paid, index) => {
    if (totalKobo(paid) === 0n) return;
    const row = instalments[index]!;
    addPayment(row, paid);
    if (totalKobo(unpaidOf(row)) === 0n) row.paidDate = dates.paidOn;
    change.changed.add(row);
  });
  const components = sumOfAmounts([...amounts]);
  loan.principalRepaidKobo += components.principal;
  loan.outstandingPrincipalKobo -= components.principal;
  change.add(paidLegs(loan, components));
  change.add(releaseSuspense(loan, contract, components.interest, unpaidInterestKobo(change.locked)));
  finishPayment(change, dates, vatLedgerId);
  return components;
}

/** Brings sums and status up to what the rows say now, and the books to their end when the loan closes. */
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
  recogniseTheRest(change, asOf, vatLedgerId);
}

/** What was paid ahead of its recognition is income now that the loan is over: every receivable ends at nothing. */
function recogniseTheRest(
  { locked: { loan, contract, instalments }, legs }: LoanChange,
  asOf: string,
  vatLedgerId: number | undefined,
): void {
  const accruedThrough = loan.accruedThrough ?? asOf;
  const isUpfront = loan.unearnedAccountId !== null;
  const rest = isUpfront
    ? { owedKobo: 0n, upfrontKobo: earnedBetweenKobo(takenUpfront(instalments), accruedThrough, END_OF_TIME) }
    : { owedKobo: totalInterestKobo(instalments) - loan.interestAccruedKobo, upfrontKobo: 0n };
  legs.push(...recogniseInterest(loan, contract, rest, asOf));
  legs.push(...recogniseFees(loan, contract, feesFallingDue(instalments, accruedThrough, END_OF_TIME), vatLedgerId));
  legs.push(...releaseSuspense(loan, contract, loan.suspendedInterestKobo, 0n));
  loan.accruedThrough = asOf > accruedThrough ? asOf : accruedThrough;
}
