/** Permissions of the chart of accounts, the trial balance and the proof. */
export const ledgerPermissions = {
  viewLedgers: 'view-ledgers',
  manageLedgers: 'manage-ledgers',
  viewTrialBalance: 'view-trial-balance',
} as const;
