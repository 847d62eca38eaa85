/** Permissions of staff for the status of accounts. */
export const statusPermissions = {
  /** Freeze an account, and request the end of a freeze. */
  freezeAccounts: 'freeze-accounts',
  /** Approve or decline unfreezes, and activations and deactivations under an approval policy. */
  approveStatusChanges: 'approve-account-status-changes',
  viewStatusChanges: 'view-account-status-changes',
} as const;
