import type { Loan, LoanClassification } from './loan.entity';

/** From how many days past due a loan belongs to a class, the worst first (prudential guidelines of the Central Bank). */
const FROM_DAYS: readonly (readonly [number, LoanClassification])[] = [
  [360, 'Lost'],
  [180, 'Doubtful'],
  [90, 'Substandard'],
  [1, 'PassAndWatch'],
];

/** @param days past due, 0 when nothing is overdue. */
export function classifyLoan(days: number): LoanClassification {
  return FROM_DAYS.find(([from]) => days >= from)?.[1] ?? 'Performing';
}

/** The class a loan is shown with: one that was written off is lost, though nothing of it is overdue any more. */
export function shownClassification({
  status,
  classification,
}: Pick<Loan, 'status' | 'classification'>): LoanClassification {
  return status === 'WrittenOff' ? 'Lost' : classification;
}
