/** What staff need around bill payments; settling them takes the permissions of payouts. */
export const billsPermissions = {
  viewBills: 'view-bills',
} as const;
