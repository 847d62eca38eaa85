import type { AnalysisType } from './loan-review.entity';
import type { GroupLoanSnapshot, LoanSnapshot } from './loan-reviews.dto';

/** Kind of review. */
export type ReviewKind = 'credit-bureau' | 'ai';

/** Identifies a person, or a company or group, at the bureau. */
export type BureauIdentity = { bvn: string } | { registrationNumber: string };

/** A loan with the bureau identity of its borrower; undefined when the customer has none. */
export interface ReviewedLoan {
  snapshot: LoanSnapshot;
  identity: BureauIdentity | undefined;
}

/** The subject of a review, read in one transaction. */
export type ReviewSubject =
  | { kind: 'loan'; id: number; loan: ReviewedLoan }
  | { kind: 'group'; id: number; group: GroupLoanSnapshot; loans: ReviewedLoan[] };

/** The loans of a subject, in the order of its snapshot. */
export function loansOf(subject: ReviewSubject): ReviewedLoan[] {
  return subject.kind === 'loan' ? [subject.loan] : subject.loans;
}

export function snapshotOf(subject: ReviewSubject): LoanSnapshot | GroupLoanSnapshot {
  return subject.kind === 'loan' ? subject.loan.snapshot : subject.group;
}

const ANALYSES: Record<ReviewSubject['kind'], Record<ReviewKind, AnalysisType>> = {
  loan: { 'credit-bureau': 'LoanCreditBureauAnalysis', ai: 'LoanAiCreditReviewAnalysis' },
  group: { 'credit-bureau': 'GroupLoanCreditBureauAnalysis', ai: 'GroupLoanAiCreditReviewAnalysis' },
};

export function analysisTypeOf(subject: ReviewSubject, kind: ReviewKind): AnalysisType {
  return ANALYSES[subject.kind][kind];
}
