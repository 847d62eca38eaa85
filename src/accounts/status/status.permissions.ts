/** Permissions of staff for the status of accounts. */
export const statusPermissions = {
  /** Freeze an account, and request the end of a freeze. */
  freezeAccounts: 'freeze-accounts',
  /** Approve or decline unfreezes, and activations and deactivations under an approval policy. */
  approveStatusChanges: 'approve-account-status-changes',
  /** Besides: approve the end of a freeze that a court ordered. */
  endCourtFreezes: 'end-court-freezes',
  viewStatusChanges: 'view-account-status-changes',
} as const;
