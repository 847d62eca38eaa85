/** Permissions for transfers that wait for staff; confirming an outward one takes the permissions of payouts. */
export const transfersPermissions = {
  viewTransfers: 'view-transfers',
  viewUnresolved: 'view-unresolved-transfers',
  viewInward: 'view-inward-transfers',
  settleInward: 'settle-inward-transfers',
  approveInwardSettlements: 'approve-inward-settlements',
} as const;
