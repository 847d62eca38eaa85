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

/** After every due date. */
const END_OF_TIME = '9999-12-31';

type SettledLoan = Pick<Loan, 'interestAccruedKobo' | 'unearnedAccountId' | 'outstandingPrincipalKobo'>;

/** What a loan owes on a day, seen from its end: what has fallen due, what is earned since, and what was paid ahead. */
export interface Position {
  /** Rows due by the day, and those after it. */
  past: LoanInstalment[];
  future: LoanInstalment[];
  /** Unpaid of what has fallen due. */
  due: ComponentAmounts;
  /** Principal outstanding beside what has fallen due. */
  futurePrincipalKobo: bigint;
  /** Interest earned to the day that has not fallen due: of the running period, or put off by the terms. */
  earnedInterestKobo: bigint;
  /** Paid of rows that have not fallen due. */
  prepaid: ComponentAmounts;
  /** Interest that was taken upfront and is not earned. */
  unearnedKobo: bigint;
}

/**
 * The position of a loan on a day (domain/loans, 9.3). What is earned is what has been recognised, so bring the loan up to
 * the day before. Interest that the terms put off counts once it is earned.
 * @param rows all of the loan, in their order.
 */
export function positionOn(loan: SettledLoan, rows: readonly LoanInstalment[], day: string): Position {
  const past = rows.filter(({ dueDate }) => dueDate <= day);
  const future = rows.filter(({ dueDate }) => dueDate > day);
  const due = sumOfAmounts(past.map(unpaidOf));
  const isUpfront = loan.unearnedAccountId !== null;
  // Of a loan with interest upfront, only a moratorium's interest is ever owed.
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

/** What the borrower pays by component, on top of what was paid before. Interest and fees paid ahead come back and may be below zero. */
export function payoffOf(position: Position): ComponentAmounts {
  const { due, futurePrincipalKobo, earnedInterestKobo, prepaid } = position;
  return {
    ...due,
    principal: due.principal + futurePrincipalKobo,
    interest: due.interest + earnedInterestKobo - prepaid.interest,
    fee: due.fee - prepaid.fee,
  };
}

/** What has to be brought: the payoff less the interest taken upfront that the borrower does not use. Below zero it is given back. */
export function payoffKobo(position: Position): bigint {
  return totalKobo(payoffOf(position)) - position.unearnedKobo;
}

/** How much of an amount is left to repay principal ahead of time, once what is due and what is earned are paid. */
export function prepaymentKobo(position: Position, amountKobo: bigint): bigint {
  const payoff = payoffOf(position);
  return amountKobo - (totalKobo(payoff) - position.futurePrincipalKobo);
}
