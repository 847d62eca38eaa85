/** Permissions of staff for the records, balances and movements of accounts. */
export const accountsPermissions = {
  viewAccounts: 'view-accounts',
} as const;
