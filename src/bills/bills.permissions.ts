/** Permissions for bill payments; confirming one takes the permissions of payouts. */
export const billsPermissions = {
  viewBills: 'view-bills',
} as const;
