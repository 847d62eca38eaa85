/** What staff need for loans that run. */
export const servicingPermissions = {
  serviceLoans: 'service-loans',
  approveLoanChanges: 'approve-loan-changes',
} as const;
