/** What staff need for approvals; other operations bring the permission that decides them. */
export const approvalsPermissions = {
  viewApprovals: 'view-approvals',
  approveTransactions: 'approve-transactions',
  managePolicies: 'manage-approval-policies',
} as const;
