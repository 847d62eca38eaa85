/** Permissions to confirm payments that no provider settled. */
export const payoutsPermissions = {
  confirm: 'confirm-payouts',
  approveConfirmations: 'approve-payout-confirmations',
} as const;
