/** Permissions of staff for virtual accounts. */
export const virtualAccountsPermissions = {
  manageVirtualAccounts: 'manage-virtual-accounts',
} as const;
