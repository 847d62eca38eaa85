import { daysBetween } from '../../common/time/calendar';
import { koboOf, partsOf } from '../contract/kobo-parts';
import type { Loan } from '../contract/loan.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';

type AccrualRow = Pick<
  LoanInstalment,
  'periodStart' | 'dueDate' | 'earnedInterest' | 'interestDueKobo' | 'capitalisedKobo'
>;

/** What is known of a loan's recognised interest. */
export type AccruedLoan = Pick<Loan, 'interestAccruedKobo' | 'accruedThrough' | 'maturityDate' | 'unearnedAccountId'>;

/**
 * What a period has earned after `asOf`'s night before: its unrounded interest by days, rounded half to even each time, so
 * that the days together are exactly the rounded whole (domain/loans, 9.6).
 */
export function earnedKobo(row: AccrualRow, asOf: string): bigint {
  return koboOf(...earnedParts(row, asOf));
}

/** The same unrounded, as a quotient of parts of a kobo. */
export function earnedParts(
  { periodStart, dueDate, earnedInterest }: AccrualRow,
  asOf: string,
): [parts: bigint, divisor: bigint] {
  if (asOf >= dueDate) return [partsOf(earnedInterest), 1n];
  if (asOf <= periodStart) return [0n, 1n];
  return [partsOf(earnedInterest) * BigInt(daysBetween(periodStart, asOf)), BigInt(daysBetween(periodStart, dueDate))];
}

/** What the periods earn from one date to another, to the kobo that day by day adds up to. */
export function earnedBetweenKobo(rows: readonly AccrualRow[], from: string, to: string): bigint {
  return rows.reduce((sum, row) => sum + earnedKobo(row, to) - earnedKobo(row, from), 0n);
}

/** Whether the last due date lies in the span, so that what was rounded on the way is settled. */
export function reachesMaturity(
  { accruedThrough, maturityDate }: Pick<Loan, 'accruedThrough' | 'maturityDate'>,
  asOf: string,
): boolean {
  return accruedThrough !== null && maturityDate !== null && accruedThrough < maturityDate && maturityDate <= asOf;
}

/** Interest to recognise: what the borrower comes to owe, and what is earned of interest that was taken upfront. */
export interface RecognisableInterest {
  /** Below zero only on the last due date, when more was recognised than fell due. */
  owedKobo: bigint;
  upfrontKobo: bigint;
}

/**
 * Interest to recognise since the last time. On the last due date all that is due or capitalised must have been recognised,
 * whatever earlier roundings came to.
 * @param rows those with a day in the span; all of them when it reaches the last due date.
 */
export function interestToRecognise(
  loan: AccruedLoan,
  rows: readonly AccrualRow[],
  asOf: string,
): RecognisableInterest {
  const { accruedThrough, interestAccruedKobo, unearnedAccountId } = loan;
  if (accruedThrough === null || asOf <= accruedThrough) return { owedKobo: 0n, upfrontKobo: 0n };
  if (unearnedAccountId !== null) {
    return {
      owedKobo: earnedBetweenKobo(rows.filter(isCapitalised), accruedThrough, asOf),
      upfrontKobo: earnedBetweenKobo(takenUpfront(rows), accruedThrough, asOf),
    };
  }
  const owedKobo = reachesMaturity(loan, asOf)
    ? totalInterestKobo(rows) - interestAccruedKobo
    : earnedBetweenKobo(rows, accruedThrough, asOf);
  return { owedKobo, upfrontKobo: 0n };
}

/** The rows of a loan with interest upfront whose interest was taken: a moratorium's is added to the principal instead. */
export function takenUpfront<Row extends AccrualRow>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => !isCapitalised(row));
}

export function isCapitalised({ capitalisedKobo }: Pick<AccrualRow, 'capitalisedKobo'>): boolean {
  return capitalisedKobo > 0n;
}

/** All interest that the rows have fall due or add to the principal. */
export function totalInterestKobo(rows: readonly Pick<AccrualRow, 'interestDueKobo' | 'capitalisedKobo'>[]): bigint {
  return rows.reduce((sum, { interestDueKobo, capitalisedKobo }) => sum + interestDueKobo + capitalisedKobo, 0n);
}
