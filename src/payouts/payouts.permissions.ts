/** What staff need for payments that providers left open. */
export const payoutsPermissions = {
  confirm: 'confirm-payouts',
  approveConfirmations: 'approve-payout-confirmations',
} as const;
