import { LOAN_CLASSIFICATIONS, type LoanClassification } from '../contract/loan.entity';

export const LICENCE_CLASSES = ['CommercialBank', 'MicrofinanceBank'] as const;
/** The licence of an institution, which decides how the Central Bank classifies its loans. */
export type LicenceClass = (typeof LICENCE_CLASSES)[number];

/** One class of a scale. */
export interface ClassificationStep {
  class: LoanClassification;
  /** The first day past due of the class; 0 for `Performing`. */
  fromDays: number;
  /** Percent of the debt that is to be provided for. */
  provisionPercent: number;
  /** Income of a loan of the class goes to suspense (docs/domain/loans.md#suspense). */
  isNonPerforming: boolean;
}

/** The classes of loans by days past due, from a date on. */
export interface ClassificationScale {
  /** First business date on which it holds. */
  effectiveFrom: string;
  source: string;
  /** From `Performing` to `Lost`. */
  steps: readonly ClassificationStep[];
}

/** The scales of the Central Bank of Nigeria (docs/domain/loans.md#classification), the oldest first. */
export const CENTRAL_BANK_SCALES: Record<LicenceClass, readonly ClassificationScale[]> = {
  CommercialBank: [
    {
      effectiveFrom: '2010-07-01',
      source: 'CBN, Prudential Guidelines for Deposit Money Banks in Nigeria (2010)',
      steps: [
        { class: 'Performing', fromDays: 0, provisionPercent: 2, isNonPerforming: false },
        { class: 'PassAndWatch', fromDays: 1, provisionPercent: 2, isNonPerforming: false },
        { class: 'Substandard', fromDays: 91, provisionPercent: 10, isNonPerforming: true },
        { class: 'Doubtful', fromDays: 181, provisionPercent: 50, isNonPerforming: true },
        { class: 'Lost', fromDays: 361, provisionPercent: 100, isNonPerforming: true },
      ],
    },
  ],
  MicrofinanceBank: [
    {
      effectiveFrom: '2012-12-31',
      source: 'CBN, Revised Regulatory and Supervisory Guidelines for Microfinance Banks in Nigeria',
      steps: [
        { class: 'Performing', fromDays: 0, provisionPercent: 1, isNonPerforming: false },
        { class: 'PassAndWatch', fromDays: 1, provisionPercent: 5, isNonPerforming: false },
        { class: 'Substandard', fromDays: 31, provisionPercent: 20, isNonPerforming: true },
        { class: 'Doubtful', fromDays: 61, provisionPercent: 50, isNonPerforming: true },
        { class: 'Lost', fromDays: 91, provisionPercent: 100, isNonPerforming: true },
      ],
    },
  ],
};

/** The scale that holds on a date: the latest that has begun, else the first. @param scales at least one */
export function scaleOn(scales: readonly ClassificationScale[], date: string): ClassificationScale {
  const begun = scales.filter(({ effectiveFrom }) => effectiveFrom <= date);
  const candidates = begun.length > 0 ? begun : scales;
  return candidates.reduce((chosen, scale) => {
    const isBetter =
      begun.length > 0 ? scale.effectiveFrom > chosen.effectiveFrom : scale.effectiveFrom < chosen.effectiveFrom;
    return isBetter ? scale : chosen;
  });
}

/** @param days days past due; 0 when nothing is overdue. */
export function classifyLoan({ steps }: ClassificationScale, days: number): LoanClassification {
  return steps.reduce((worst, step) => (days >= step.fromDays ? step : worst)).class;
}

/** The worse of a loan's own class and the one that it has from its customer's other loans, if any. */
export function worseClass(own: LoanClassification, inherited: LoanClassification | null): LoanClassification {
  const rank = (name: LoanClassification): number => LOAN_CLASSIFICATIONS.indexOf(name);
  return inherited !== null && rank(inherited) > rank(own) ? inherited : own;
}

/** The classes whose income goes to suspense. */
export function nonPerformingClasses({ steps }: ClassificationScale): LoanClassification[] {
  return steps.filter(({ isNonPerforming }) => isNonPerforming).map((step) => step.class);
}

/** The step of a class. */
export function stepOf({ steps }: ClassificationScale, loanClass: LoanClassification): ClassificationStep {
  return steps.find((step) => step.class === loanClass)!;
}
