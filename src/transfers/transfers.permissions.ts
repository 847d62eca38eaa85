/** What staff need to look after transfers; settling one takes the permissions of payouts. */
export const transfersPermissions = {
  viewUnresolved: 'view-unresolved-transfers',
} as const;
