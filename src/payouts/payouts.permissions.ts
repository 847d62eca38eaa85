/** Permissions for payments through providers: to ask for their state, and to confirm what no provider settled. */
export const payoutsPermissions = {
  query: 'query-payouts',
  confirm: 'confirm-payouts',
  approveConfirmations: 'approve-payout-confirmations',
} as const;
