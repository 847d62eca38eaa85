/** Staff permissions for loans. */
export const loansPermissions = {
  viewLoans: 'view-loans',
  manageLoans: 'manage-loans',
  approveLoans: 'approve-loans',
} as const;
