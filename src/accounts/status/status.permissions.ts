/** What staff need for the status of accounts. */
export const statusPermissions = {
  /** To freeze an account, and to ask for the end of a freeze. */
  freezeAccounts: 'freeze-accounts',
  /** To decide unfreezes, and activations and deactivations under a policy. */
  approveStatusChanges: 'approve-account-status-changes',
  viewStatusChanges: 'view-account-status-changes',
} as const;
