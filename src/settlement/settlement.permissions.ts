/** Permissions for settlement reports; settling a payment from a line takes the permissions of payouts. */
export const settlementPermissions = {
  importReports: 'import-settlement-reports',
  viewReports: 'view-settlement-reports',
} as const;
