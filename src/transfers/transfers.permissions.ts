/** Permissions for unresolved transfers; confirming one takes the permissions of payouts. */
export const transfersPermissions = {
  viewUnresolved: 'view-unresolved-transfers',
} as const;
