export const LOAN_STATUSES = [
  'PendingApproval',
  'Approved',
  'Rejected',
  'Active',
  'Delinquent',
  'Closed',
  'WrittenOff',
  'Restructured',
  'InRecovery',
  'Canceled',
  'Matured',
] as const;
/** Of a loan, and of a group of loans (spec, Group loan status). */
export type LoanStatus = (typeof LOAN_STATUSES)[number];

/**
 * What a loan of each status can become. An approved loan whose terms change waits for approval again. `Restructured` is a
 * performing loan with new terms, `Delinquent` has an instalment overdue, `Matured` is past its last due date with money
 * outstanding, `InRecovery` has a mandate with a recovery partner. A written-off loan closes when all that was written off
 * has come back.
 */
const NEXT: Record<LoanStatus, readonly LoanStatus[]> = {
  PendingApproval: ['Approved', 'Rejected', 'Canceled'],
  Approved: ['PendingApproval', 'Active', 'Canceled'],
  Rejected: [],
  Active: ['Delinquent', 'Matured', 'Closed', 'Restructured', 'InRecovery', 'WrittenOff'],
  Restructured: ['Delinquent', 'Matured', 'Closed', 'Restructured', 'InRecovery', 'WrittenOff'],
  Delinquent: ['Active', 'Restructured', 'Matured', 'Closed', 'InRecovery', 'WrittenOff'],
  Matured: ['Closed', 'Restructured', 'InRecovery', 'WrittenOff'],
  InRecovery: ['Active', 'Restructured', 'Closed', 'WrittenOff'],
  WrittenOff: ['Closed'],
  Closed: [],
  Canceled: [],
};

/** Loans whose principal is out: they are repaid, accrue and age. */
export const RUNNING_STATUSES: readonly LoanStatus[] = [
  'Active',
  'Restructured',
  'Delinquent',
  'Matured',
  'InRecovery',
];

/** Loans that nothing can happen to any more. */
export const ENDED_STATUSES: readonly LoanStatus[] = ['Rejected', 'Closed', 'Canceled'];

/** Whether a loan may go from one status to another. */
export function mayBecome(from: LoanStatus, to: LoanStatus): boolean {
  return NEXT[from].includes(to);
}

/** From the worst on: the contract's ranks, with what it does not name where it belongs among loans that run, then the ended ones. */
const WORST_FIRST: readonly LoanStatus[] = [
  'InRecovery',
  'Delinquent',
  'Matured',
  'Restructured',
  'Active',
  'Approved',
  'PendingApproval',
  'WrittenOff',
  'Closed',
  'Rejected',
  'Canceled',
];

/**
 * The status of a group: that of its loans when all are alike, else the worst of those its loans have (contract, Loans).
 * @param statuses of its loans, at least one.
 */
export function groupStatusOf(statuses: readonly LoanStatus[]): LoanStatus {
  const worst = WORST_FIRST.find((status) => statuses.includes(status));
  if (worst === undefined) throw new Error('A group without loans has no status.');
  return worst;
}
