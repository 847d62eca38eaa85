import type { Loan } from '../contract/loan.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { daysPastDue, type LoanSummary, summariseLoan } from '../contract/summarise-loan';
import { type ClassificationScale, classifyLoan, worseClass } from './classification-scales';

/** What the age of a loan changes at the beginning of a date: overdue amounts and class. */
export type AgedSummary = LoanSummary & Pick<Loan, 'classification'>;

export function agedSummary(
  { inheritedClassification }: Pick<Loan, 'inheritedClassification'>,
  rows: readonly LoanInstalment[],
  scale: ClassificationScale,
  date: string,
): AgedSummary {
  const summary = summariseLoan(rows, date);
  const ownClass = classifyLoan(scale, daysPastDue(summary.overdueSince, date));
  return { ...summary, classification: worseClass(ownClass, inheritedClassification) };
}
