/** Permissions of staff for the records, balances and movements of accounts. */
export const accountsPermissions = {
  viewAccounts: 'view-accounts',
  /** Approve or decline accounts of politically exposed persons: for senior staff. */
  approveExposedAccounts: 'approve-exposed-accounts',
} as const;
