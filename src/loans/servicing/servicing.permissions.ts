/** Staff permissions for running loans. */
export const servicingPermissions = {
  serviceLoans: 'service-loans',
  approveLoanChanges: 'approve-loan-changes',
} as const;
