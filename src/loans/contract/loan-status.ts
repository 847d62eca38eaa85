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
/** Status of a loan or of a group of loans (docs/api/loans.md#statuses, docs/api/group-loans.md#group-status). */
export type LoanStatus = (typeof LOAN_STATUSES)[number];

/**
 * Allowed transitions (docs/api/loans.md#transitions). An approved loan whose terms change needs approval again.
 * `Restructured` is a performing loan with new terms, `Delinquent` has an overdue instalment, `Matured` is past its
 * last due date with money outstanding, `InRecovery` has a mandate with a recovery partner. A written-off loan closes
 * when the whole written-off amount is recovered.
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

/** Loans with disbursed principal: they are repaid, accrue and age. */
export const RUNNING_STATUSES: readonly LoanStatus[] = [
  'Active',
  'Restructured',
  'Delinquent',
  'Matured',
  'InRecovery',
];

/** Final statuses. */
export const ENDED_STATUSES: readonly LoanStatus[] = ['Rejected', 'Closed', 'Canceled'];

/** True when the transition is allowed. */
export function mayTransition(from: LoanStatus, to: LoanStatus): boolean {
  return NEXT[from].includes(to);
}

/** Statuses of running loans by rank, the worst first, then the final ones (docs/api/group-loans.md#group-status). */
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
 * The status of a group: the worst status of its loans (docs/api/group-loans.md#group-status).
 * @param statuses statuses of its loans, at least one.
 */
export function groupStatusOf(statuses: readonly LoanStatus[]): LoanStatus {
  const worst = WORST_FIRST.find((status) => statuses.includes(status));
  if (worst === undefined) throw new Error('A group without loans has no status.');
  return worst;
}
