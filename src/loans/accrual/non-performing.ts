import { daysBetween } from '../../common/time/calendar';
import type { Loan } from '../contract/loan.entity';
import type { LoanContract } from '../contract/loan-contract.entity';
import { daysPastDue } from '../contract/summarise-loan';

/**
 * True when the income of a loan belongs in suspense: its class is non-performing, or its product is stricter than the
 * classes (docs/domain/loans.md#suspense).
 * @param classes the non-performing classes of the institution's scale
 */
export function isNonPerforming(
  { classification, overdueSince }: Pick<Loan, 'classification' | 'overdueSince'>,
  { suspenseAfterDays }: Pick<LoanContract, 'suspenseAfterDays'>,
  classes: readonly string[],
  date: string,
): boolean {
  return classes.includes(classification) || daysPastDue(overdueSince, date) > suspenseAfterDays;
}

/**
 * What becomes of the income of a loan: `Suspend` moves it to suspense; `Cure` begins the cure period, `Relapse` ends
 * it without effect, and `Resume` at its end makes new income income again.
 */
export type SuspenseChange = 'Suspend' | 'Cure' | 'Relapse' | 'Resume';

/**
 * The change of a loan at the beginning of a date; undefined for none.
 * @param cureDays days in a row that a loan must perform before its new income is income again, at least 1
 */
export function suspenseChange(
  { suspendedSince, curingSince }: Pick<Loan, 'suspendedSince' | 'curingSince'>,
  isLoanNonPerforming: boolean,
  date: string,
  cureDays: number,
): SuspenseChange | undefined {
  if (suspendedSince === null) return isLoanNonPerforming ? 'Suspend' : undefined;
  if (isLoanNonPerforming) return curingSince === null ? undefined : 'Relapse';
  if (curingSince === null) return 'Cure';
  return daysBetween(curingSince, date) >= cureDays ? 'Resume' : undefined;
}
