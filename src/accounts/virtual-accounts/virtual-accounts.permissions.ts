/** What staff may be allowed to do with virtual accounts. */
export const virtualAccountsPermissions = {
  manageVirtualAccounts: 'manage-virtual-accounts',
} as const;
