import type { Loan, LoanClassification } from '../contract/loan.entity';
import type { LoanInstalment } from '../contract/loan-instalment.entity';
import { daysPastDue, type LoanSummary, summariseLoan } from '../contract/summarise-loan';
import { type ClassificationScale, classifyLoan, worseClass } from './classification-scales';

/** What the age of a loan changes at the beginning of a date: overdue amounts and class. */
export type AgedSummary = LoanSummary & Pick<Loan, 'classification'>;

/** How an institution classifies on a date. */
export interface ClassRules {
  scale: ClassificationScale;
  /** A loan that is restructured while its income is in suspense keeps its class until it is cured. */
  keepsRestructured: boolean;
}

type ClassifiedLoan = Pick<Loan, 'classification' | 'inheritedClassification' | 'restructuredDate' | 'suspendedSince'>;

/** The class by days past due, or the worse one that the loan has from its customer's other loans. */
export function classByDays(
  { inheritedClassification, overdueSince }: Pick<Loan, 'inheritedClassification' | 'overdueSince'>,
  scale: ClassificationScale,
  date: string,
): LoanClassification {
  return worseClass(classifyLoan(scale, daysPastDue(overdueSince, date)), inheritedClassification);
}

/**
 * True from a restructure of a loan whose income is in suspense until the loan is cured
 * (docs/domain/loans.md#restructured-class).
 */
export function isRestructuredInSuspense({
  restructuredDate,
  suspendedSince,
}: Pick<Loan, 'restructuredDate' | 'suspendedSince'>): boolean {
  return restructuredDate !== null && suspendedSince !== null && restructuredDate >= suspendedSince;
}

/** The overdue amounts and the class of a loan. @param rows its instalments, or all unpaid ones, in their order */
export function agedSummary(
  loan: ClassifiedLoan,
  rows: readonly LoanInstalment[],
  { scale, keepsRestructured }: ClassRules,
  date: string,
): AgedSummary {
  const summary = summariseLoan(rows, date);
  const { inheritedClassification, classification } = loan;
  const byDays = classByDays({ inheritedClassification, overdueSince: summary.overdueSince }, scale, date);
  const isKept = keepsRestructured && isRestructuredInSuspense(loan);
  return { ...summary, classification: isKept ? worseClass(byDays, classification) : byDays };
}
