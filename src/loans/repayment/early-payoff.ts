import {
  earnedBetweenKobo,
  earnedKobo,
  isCapitalised,
  takenUpfront,
  totalInterestKobo,
} from '../accrual/recognise-income';
import { type ComponentAmounts, paidOf, sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import type { Loan } from '../contract/loan.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';

/** Later than every due date. */
const END_OF_TIME = '9999-12-31';

type SettledLoan = Pick<Loan, 'interestAccruedKobo' | 'unearnedAccountId' | 'outstandingPrincipalKobo'>;

/** The debt of a loan on a day: what has fallen due, what was earned since, and what was paid ahead. */
export interface Position {
  /** Rows due by the day; `future` has those after it. */
  past: LoanInstalment[];
  future: LoanInstalment[];
  /** Unpaid part of what has fallen due. */
  due: ComponentAmounts;
  /** Outstanding principal that has not fallen due. */
  futurePrincipalKobo: bigint;
  /** Interest earned to the day that has not fallen due: of the running period, or deferred by the terms. */
  earnedInterestKobo: bigint;
  /** Paid part of rows that have not fallen due. */
  prepaid: ComponentAmounts;
  /** Upfront interest that is not earned yet. */
  unearnedKobo: bigint;
}

/**
 * The position of a loan on a day (docs/domain/loans.md#93-early-repayment). Earned interest is recognised interest, so
 * bring the loan up to the day first. Interest that the terms defer counts once it is earned.
 * @param rows all rows of the loan, in their order.
 */
export function positionOn(loan: SettledLoan, rows: readonly LoanInstalment[], day: string): Position {
  const past = rows.filter(({ dueDate }) => dueDate <= day);
  const future = rows.filter(({ dueDate }) => dueDate > day);
  const due = sumOfAmounts(past.map(unpaidOf));
  const isUpfront = loan.unearnedAccountId !== null;
  // With upfront interest, only the interest of a moratorium is ever owed.
  const earnedToDayKobo = isUpfront
    ? rows.filter(isCapitalised).reduce((sum, row) => sum + earnedKobo(row, day), 0n)
    : loan.interestAccruedKobo;
  const restKobo = earnedToDayKobo - totalInterestKobo(past);
  return {
    past,
    future,
    due,
    futurePrincipalKobo: loan.outstandingPrincipalKobo - due.principal,
    earnedInterestKobo: restKobo < 0n ? 0n : restKobo,
    prepaid: sumOfAmounts(future.map(paidOf)),
    unearnedKobo: isUpfront ? earnedBetweenKobo(takenUpfront(rows), day, END_OF_TIME) : 0n,
  };
}

/**
 * The payoff by component, on top of what was paid before. Interest and fees that were paid ahead are deducted and may
 * make their component negative.
 */
export function payoffOf(position: Position): ComponentAmounts {
  const { due, futurePrincipalKobo, earnedInterestKobo, prepaid } = position;
  return {
    ...due,
    principal: due.principal + futurePrincipalKobo,
    interest: due.interest + earnedInterestKobo - prepaid.interest,
    fee: due.fee - prepaid.fee,
  };
}

/** The amount to pay: the payoff less unearned upfront interest. A negative amount is refunded. */
export function payoffKobo(position: Position): bigint {
  return totalKobo(payoffOf(position)) - position.unearnedKobo;
}

/** The part of an amount that prepays principal, after what is due and what is earned are paid. */
export function prepaymentKobo(position: Position, amountKobo: bigint): bigint {
  const payoff = payoffOf(position);
  return amountKobo - (totalKobo(payoff) - position.futurePrincipalKobo);
}
