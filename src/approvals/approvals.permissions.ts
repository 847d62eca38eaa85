/** Permissions for approvals; other operations have permissions of their own for their decisions. */
export const approvalsPermissions = {
  viewApprovals: 'view-approvals',
  approveTransactions: 'approve-transactions',
  /** Assigns approvals and holds to others, and gets a mail about what is overdue. */
  supervise: 'supervise-approvals',
  managePolicies: 'manage-approval-policies',
} as const;
