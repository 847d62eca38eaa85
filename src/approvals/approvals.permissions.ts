/** Permissions for approvals; other operations have permissions of their own for their decisions. */
export const approvalsPermissions = {
  viewApprovals: 'view-approvals',
  approveTransactions: 'approve-transactions',
  managePolicies: 'manage-approval-policies',
} as const;
