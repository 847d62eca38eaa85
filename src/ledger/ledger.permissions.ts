/** Permissions on the chart of accounts and its proofs. */
export const ledgerPermissions = {
  viewLedgers: 'view-ledgers',
  manageLedgers: 'manage-ledgers',
  viewTrialBalance: 'view-trial-balance',
} as const;
